import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface TableToggle {
  readonly asTable: boolean;
  readonly onToggle: () => void;
}

/**
 * A titled part of the page with its caption. With `toggle`, the T key inside it does what its button
 * does; the button then keeps the focus, since what had it may be gone.
 */
export function Section(props: {
  id: string;
  title: string;
  caption: string;
  toggle?: TableToggle;
  children: ComponentChildren;
}) {
  const { id, toggle } = props;
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    button.current?.focus();
    toggle?.onToggle();
  };
  const label = toggle?.asTable ? 'Show as Chart' : 'Show as Table';
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      {...(toggle === undefined ? {} : { onKeyDown })}
    >
      <div class="section-head">
        <h2 id={`${id}-title`}>{props.title}</h2>
        <p class="caption" id={`${id}-caption`}>
          {props.caption}
        </p>
        {toggle !== undefined && (
          <button
            ref={button}
            type="button"
            class="link"
            aria-label={`${label}: ${props.title}`}
            aria-keyshortcuts="T"
            onClick={toggle.onToggle}
          >
            {label}
          </button>
        )}
      </div>
      {props.children}
    </section>
  );
}
