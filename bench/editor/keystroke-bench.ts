import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, percentile } from '../figures.ts';
import { type AskedByKey, askByKey } from './ask-by-key.ts';
import { printBound } from './bound.ts';
import type { BenchServer, Pace } from './model-servers.ts';
import type { BenchEditor } from './open-editor.ts';
import { onStage } from './stage.ts';
import { whereTimeGoes } from './where-time-goes.ts';

/** Measured keys for each extension and server, and keys before them to warm everything up. */
const KEYS = 32;
const WARM_UP_KEYS = 4;
/** Every model answers at most this much, in lines. */
const ANSWER_TOKENS = 64;
const TIMEOUT_MS = 2000;
/** Between one extension's answer and the next one's key. */
const SETTLE_MS = 150;
/** On a machine where even an answer given at once takes longer, no promise in ms is made. */
const FLOOR_MS = 135;

interface Case {
  readonly name: string;
  readonly pace: Pace;
  /** Most that our median may be of the reference's, and in ms. */
  readonly ratio: number;
  readonly mostMs: number | null;
}

const CASES: readonly Case[] = [
  { name: 'slow', pace: { ttftMs: 100, tps: 85 }, ratio: 0.7, mostMs: 300 },
  { name: 'fast', pace: { ttftMs: 20, tps: 250 }, ratio: 0.85, mostMs: null },
];

interface Player {
  readonly name: 'floor' | 'reference' | 'ours';
  readonly editor: BenchEditor;
  readonly server: BenchServer | null;
}

/**
 * From a key after a pause to ghost text on screen, in a real VS Code: ours, an extension that answers
 * at once, and one that streams plainly. They take turns key by key, each in an editor of its own with
 * a server of its own, so that the noise of the machine is shared.
 */
export async function benchKeystroke(): Promise<Figures> {
  return onStage(async ({ servers, openOurs, openCompared }) => {
    const [first] = CASES;
    const pace = first?.pace ?? { ttftMs: 100, tps: 85 };
    const [forReference, forOurs] = [await servers.start(pace), await servers.start(pace)];
    const players: readonly Player[] = [
      { name: 'floor', editor: await openCompared('floor'), server: null },
      {
        name: 'reference',
        editor: await openCompared('reference', { 'benchReference.endpoint': forReference.url }),
        server: forReference,
      },
      {
        name: 'ours',
        editor: await openOurs({
          'firstToken.models': [{ id: 'model', provider: 'llama-server', endpoint: forOurs.url }],
        }),
        server: forOurs,
      },
    ];
    let figures: Figures = {};
    for (const [index, each] of CASES.entries()) {
      for (const { server } of players) await server?.change(each.pace);
      const asked = await playCase(players, each.pace, index * (KEYS + WARM_UP_KEYS));
      figures = { ...figures, ...judge(each, asked) };
      // Records are written about once a second.
      await sleep(1500);
      const records = players.flatMap(({ name, editor }) =>
        name === 'ours' ? editor.records() : [],
      );
      process.stdout.write(`  ours, ms since the key: ${whereTimeGoes(asked.ours, records)}\n`);
    }
    return figures;
  });
}

type Asked = Readonly<Record<Player['name'], readonly AskedByKey[]>>;

async function playCase(players: readonly Player[], pace: Pace, from: number): Promise<Asked> {
  const asked: Record<Player['name'], AskedByKey[]> = { floor: [], reference: [], ours: [] };
  const answerMs = pace.ttftMs + (1000 * ANSWER_TOKENS) / pace.tps;
  for (let key = 0; key < WARM_UP_KEYS + KEYS; key += 1) {
    for (const { name, editor } of players) {
      const startMs = performance.now();
      const result = await askByKey(editor, from + key, TIMEOUT_MS);
      if (key >= WARM_UP_KEYS) asked[name].push(result);
      else if (key > 0 && result.shownMs === null)
        throw new Error(`No ghost text of ${name} came after key ${key}.`);
      // Ours lets the model finish, for the keys to come: not at the cost of the next one's key.
      const leftMs = name === 'ours' ? answerMs - (performance.now() - startMs) : 0;
      await sleep(Math.max(0, leftMs) + SETTLE_MS);
    }
  }
  return asked;
}

function judge({ name, ratio, mostMs }: Case, asked: Asked): Figures {
  const at = (player: Player['name'], share: number): number =>
    percentile(
      asked[player].map(({ shownMs }) => shownMs ?? Number.POSITIVE_INFINITY),
      share,
    );
  const [ours, reference, floor] = [at('ours', 0.5), at('reference', 0.5), at('floor', 0.5)];
  const all = [...asked.floor, ...asked.reference, ...asked.ours];
  const wrong = all.flatMap((result) => result.wrong);
  const shownChars = percentile(
    asked.ours.map(({ chars, ofChars }) => chars / ofChars),
    0.5,
  );
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  process.stdout.write(`\n${name} server: ${KEYS} keys each\n`);
  printBound(
    ours <= ratio * reference,
    `ours ${ms(ours)} is at most ${ratio} × the reference of ${ms(reference)}: ${(ours / reference).toFixed(2)}`,
  );
  if (mostMs !== null && floor <= FLOOR_MS)
    printBound(
      ours <= mostMs,
      `ours ${ms(ours)} is at most ${mostMs} ms, the floor is ${ms(floor)}`,
    );
  printBound(wrong.length === 0, `no wrong text was shown ${wrong.slice(0, 3).join(' | ')}`);
  return {
    [`${name}OursToReferenceRatio`]: ours / reference,
    [`${name}OursP50Ms`]: ours,
    [`${name}OursP90Ms`]: at('ours', 0.9),
    [`${name}ReferenceP50Ms`]: reference,
    [`${name}ReferenceP90Ms`]: at('reference', 0.9),
    [`${name}FloorP50Ms`]: floor,
    [`${name}FloorP90Ms`]: at('floor', 0.9),
    [`${name}OursShownOfLineRatio`]: shownChars,
    [`${name}WrongTextsCount`]: wrong.length,
  };
}
