import { anchorAt, type Position } from '../../src/core/reuse/agreement.ts';
import { createMemory } from '../../src/core/reuse/memory.ts';
import type { Figures } from '../figures.ts';
import { measure } from '../measure.ts';

const ANSWERS = 1000;
const LOOKS = 5000;

/** An answer from a full memory: spread over a file, and the worst case, all of them at one place. */
export async function measureMemory(): Promise<Figures> {
  const spread = filled((index) => 'x'.repeat(40 * index));
  const crowded = filled(() => 'x'.repeat(400));
  return {
    ...(await measure('hitAmong1000Spread', looks(), (index) => find(spread, index))),
    ...(await measure('hitAmong1000AtOnePlace', looks(), (index) => find(crowded, index))),
  };
}

interface Filled {
  readonly memory: ReturnType<typeof createMemory>;
  readonly positions: readonly Position[];
}

function filled(before: (index: number) => string): Filled {
  const memory = createMemory();
  const positions = Array.from({ length: ANSWERS }, (_, index) => {
    const prefix = before(index);
    const text = `same beginning, ${index} and the rest`;
    const position = { documentUri: 'file:///a.ts', offset: prefix.length, prefix, suffix: '' };
    memory.remember({
      anchor: anchorAt(position),
      text,
      leadChars: 0,
      modelId: `model ${index}`,
      sourceRaceId: 'race',
      confidence: null,
    });
    const typed = text.slice(0, -5);
    return { ...position, offset: position.offset + typed.length, prefix: prefix + typed };
  });
  return { memory, positions };
}

const looks = (): readonly number[] => Array.from({ length: LOOKS }, (_, look) => look % ANSWERS);

function find({ memory, positions }: Filled, index: number): string {
  const position = positions[index];
  const rest = position === undefined ? null : memory.find(position, (_, left) => left);
  if (rest !== ' rest') throw new Error('An answer that is stored was not found.');
  return rest;
}
