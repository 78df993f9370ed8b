/** Prints one promise, as a sentence with its figures, and whether it was kept. */
export function printBound(kept: boolean, sentence: string): void {
  process.stdout.write(`  ${kept ? 'ok    ' : 'missed'}  ${sentence}\n`);
}
