const PATHS = {
  star: 'M8 1.6l1.9 4.2 4.6.5-3.4 3.1.9 4.5L8 11.6l-4 2.3.9-4.5L1.5 6.3l4.6-.5z',
  check: 'M2.6 8.6l1-1 2.9 2.9 5.9-6.6 1.1 1-7 7.8z',
  error:
    'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.1a5.4 5.4 0 1 0 0 10.8A5.4 5.4 0 0 0 8 2.6zM5.6 6.3l.7-.7L8 7.3l1.7-1.7.7.7L8.7 8l1.7 1.7-.7.7L8 8.7l-1.7 1.7-.7-.7L7.3 8z',
  warning: 'M8 1.6l6.8 12.1H1.2zm0 2.2L3 12.6h10zM7.4 6.6h1.2v3H7.4zm0 3.8h1.2v1.2H7.4z',
  note: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.1a5.4 5.4 0 1 0 0 10.8A5.4 5.4 0 0 0 8 2.6zM7.4 7h1.2v4.4H7.4zm0-2.4h1.2v1.3H7.4z',
} as const;

export type GlyphName = keyof typeof PATHS;

/** A 16 px mark in the text's colour. It repeats what words or place say, unless `label` is given. */
export function Glyph({ name, label }: { name: GlyphName; label?: string }) {
  if (label === undefined) {
    return (
      <svg class={`glyph ${name}`} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
        <path d={PATHS[name]} />
      </svg>
    );
  }
  return (
    <svg
      class={`glyph ${name}`}
      width={16}
      height={16}
      viewBox="0 0 16 16"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={PATHS[name]} />
    </svg>
  );
}
