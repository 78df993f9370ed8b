/** All of the cursor's line that follows it, where that is only what editors close by themselves. */
const CLOSERS = /^[)\]}"'`;,]+(?=[ \t]*(?:\r?\n|$))/;

/**
 * The suffix without the brackets and quotes that stand between the cursor and the end of its line. The
 * editor adds one with each bracket typed and the writer types over it later; where the suffix comes
 * first in a prompt, each of the two would make the server read everything anew. A model that does not
 * see the closer writes it, and text/suffix-overlap fits that to the one that is there.
 */
export function withoutClosers(suffix: string): string {
  return suffix.replace(CLOSERS, '');
}
