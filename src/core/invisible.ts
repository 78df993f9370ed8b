/**
 * Anything in a name that could forge a line, hide text or reorder it: control characters, format
 * marks (zero width, bidirectional), lone surrogates, line and paragraph separators.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
