/**
 * Model names and server messages are remote text. The panel sets text nodes and attributes only, so
 * markup is inert; what is left is text that misleads: control characters, and direction overrides
 * that reorder the words around them. Both are shown as U+FFFD. Names in right-to-left scripts are
 * kept and isolated, so that they cannot move the figures beside them.
 */
export function remoteText(text: string, maxChars = 200): string {
  const shown = text.replace(HIDDEN, '\uFFFD');
  const points = [...shown];
  const cut = points.length > maxChars ? `${points.slice(0, maxChars - 1).join('')}…` : shown;
  return RIGHT_TO_LEFT.test(cut) ? `\u2068${cut}\u2069` : cut;
}

/** Controls, line and paragraph separators, zero-width and direction controls, tag characters. */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;
