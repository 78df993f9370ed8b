/** What can go wrong with the records, apart from each other so that each is told once. */
type Trouble =
  | 'write'
  | 'overflow'
  | 'invalid'
  | 'prune'
  | 'clear'
  | 'read'
  | 'damaged'
  | 'newer'
  | 'unreadable';

export interface ProblemReporter {
  /** `error` is what the disk threw, where it did. */
  report(trouble: Trouble, error?: unknown): void;
  /** The trouble is over: the next one of its kind is news again. */
  passed(...troubles: Trouble[]): void;
}

/** Turns each trouble into one sentence for the person, and says it once until it has passed. */
export function createProblemReporter(onProblem: (sentence: string) => void): ProblemReporter {
  const told = new Set<Trouble>();
  return {
    report(trouble, error) {
      if (told.has(trouble)) return;
      told.add(trouble);
      onProblem(sentenceFor(trouble, error));
    },
    passed(...troubles) {
      for (const trouble of troubles) told.delete(trouble);
    },
  };
}

function sentenceFor(trouble: Trouble, error: unknown): string {
  switch (trouble) {
    case 'write':
      return `Latency records wait in memory: ${causeOf(error)}.`;
    case 'overflow':
      return 'Latency records are being lost: too many wait in memory for a disk that takes none.';
    case 'invalid':
      return 'A latency record with impossible values was not kept.';
    case 'prune':
      return `Old latency records could not be removed: ${causeOf(error)}.`;
    case 'clear':
      return `Some latency records could not be removed: ${causeOf(error)}.`;
    case 'read':
      return `The latency records could not be read: ${causeOf(error)}.`;
    case 'damaged':
      return 'Damaged lines among the latency records were skipped.';
    case 'newer':
      return 'Some latency records come from a newer First Token; they are kept, but not shown here.';
    case 'unreadable':
      return 'A file of latency records could not be read and was skipped.';
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'their folder is read-only',
  EACCES: 'their folder may not be written',
  EPERM: 'their folder may not be written',
  ENOTDIR: 'a file stands where their folder should be',
  EEXIST: 'a file stands where their folder should be',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'another program holds one of their files',
};

/** Only the error's code is used: its message holds a path, which may name the person. */
function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CAUSES[code] ?? (code === '' ? 'the disk did not take them' : `the disk said ${code}`);
}
