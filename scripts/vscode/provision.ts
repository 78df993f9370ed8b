/** A tool that may be missing on this machine: where it is, or one sentence why not and what to do. */
export type Provision<T> = { readonly found: T } | { readonly missing: string };

/** The tool, or an error with the sentence. For callers that cannot do without it. */
export function demand<T>(provision: Provision<T>): T {
  if ('missing' in provision) throw new Error(provision.missing);
  return provision.found;
}
