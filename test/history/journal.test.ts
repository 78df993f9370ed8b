import { fork } from 'node:child_process';
import * as nodeFiles from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalRecord } from '../../src/core/record.ts';
import {
  createJournal,
  type JournalFiles,
  type JournalOptions,
} from '../../src/history/journal.ts';
import { dayOf, recordFileName } from '../../src/history/record-files.ts';
import { encodeRecord } from '../../src/history/record-line.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { accept, lane, measurement, race } from '../support/records.ts';

let directory: string;
let clock: FakeClock;
let problems: string[];

beforeEach(async () => {
  directory = join(await nodeFiles.mkdtemp(join(tmpdir(), 'journal-')), 'records');
  clock = createFakeClock();
  problems = [];
});

afterEach(() => nodeFiles.rm(join(directory, '..'), { recursive: true, force: true }));

const open = (changes: Partial<JournalOptions> = {}) =>
  createJournal({
    directory,
    clock,
    keepDays: 30,
    onProblem: (sentence) => problems.push(sentence),
    ...changes,
  });

const recordFiles = async () => (await nodeFiles.readdir(directory)).sort();
const contents = async () => {
  const names = await recordFiles();
  const texts = names.map((name) => nodeFiles.readFile(join(directory, name), 'utf8'));
  return (await Promise.all(texts)).join('');
};

/** Node's own file functions, with some of them replaced. */
const filesWith = (changes: Partial<JournalFiles>): JournalFiles => ({ ...nodeFiles, ...changes });

const failWith = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(`${code}: /home/ada`), { code });
};

const at = (offset: number, changes = {}) => race({ at: clock.epochMs() + offset, ...changes });

test('an empty history reads as no records, and makes no folder', async () => {
  const journal = open();
  expect(await journal.read()).toEqual([]);
  await journal.dispose();
  await expect(nodeFiles.readdir(directory)).rejects.toThrow('ENOENT');
  expect(problems).toEqual([]);
});

test('records come back as they were, oldest first', async () => {
  const journal = open();
  const records: JournalRecord[] = [at(20, { lanes: [lane()] }), at(10), accept({ at: at(30).at })];
  for (const record of records) journal.append(record);
  expect(await journal.read()).toEqual([records[1], records[0], records[2]]);
  await journal.dispose();
  expect(await open().read()).toHaveLength(3);
});

test('measuring requests are kept, read back and counted like any record', async () => {
  const journal = open();
  const records = [at(1), measurement({ at: at(2).at }), accept({ at: at(3).at })];
  for (const record of records) journal.append(record);
  expect(await journal.read()).toEqual(records);
  expect(await journal.read({ limit: 2 })).toEqual(records.slice(1));
  expect(await journal.read({ since: at(3).at })).toEqual(records.slice(2));
  await journal.dispose();
  expect(await open().read()).toEqual(records);

  const later = open();
  await later.clear();
  expect(await later.read()).toEqual([]);
  expect(await recordFiles()).toEqual([]);
});

test('measuring requests of days that are over go with them, and the folder stays below its size', async () => {
  const journal = open({ keepDays: 7, maxFileBytes: 2000, maxTotalBytes: 4000 });
  const measure = async (id: string) => {
    journal.append(measurement({ id, at: clock.epochMs() }));
    await journal.flush();
  };
  await measure('old');
  await clock.advance(9 * 24 * 60 * 60 * 1000);
  await measure('young');
  expect(await journal.read()).toMatchObject([{ id: 'young' }]);

  for (let index = 0; index < 20; index += 1) await measure(`m${index}`);
  const sizes = (await recordFiles()).map((name) => nodeFiles.stat(join(directory, name)));
  const total = (await Promise.all(sizes)).reduce((sum, stat) => sum + stat.size, 0);
  expect(total).toBeLessThanOrEqual(6000);
  expect((await journal.read()).at(-1)).toMatchObject({ id: 'm19' });
});

test('an append touches no disk until a second has passed, then once for all', async () => {
  let opens = 0;
  const files = filesWith({
    open: (...given) => {
      opens += 1;
      return nodeFiles.open(...given);
    },
  });
  const journal = open({ files });
  for (let index = 0; index < 50; index += 1) journal.append(at(index));
  await clock.advance(999);
  expect(opens).toBe(0);
  expect(clock.sleeping()).toBe(1);
  await clock.advance(1);
  await journal.flush();
  // The first attempt meets no folder and makes it.
  expect(opens).toBe(2);
  expect((await contents()).trimEnd().split('\n')).toHaveLength(50);
  expect(clock.sleeping()).toBe(0);
});

test('dispose writes what waits and leaves no timer', async () => {
  const journal = open();
  journal.append(at(0));
  await journal.dispose();
  journal.append(at(1));
  await clock.advance(60_000);
  expect((await contents()).trimEnd().split('\n')).toHaveLength(1);
  expect(clock.sleeping()).toBe(0);
});

test('only this person may read the files', async () => {
  const journal = open();
  journal.append(at(0));
  await journal.flush();
  const [name = ''] = await recordFiles();
  const modes = [directory, join(directory, name)].map((path) => nodeFiles.stat(path));
  const [folder, file] = (await Promise.all(modes)).map((stat) => stat.mode & 0o077);
  if (process.platform !== 'win32') expect([folder, file]).toEqual([0, 0]);
});

test('nothing but the fields of a record reaches the disk', async () => {
  const journal = open();
  const strayed = { ...at(0, { lanes: [{ ...lane(), text: 'CANARY' }] }), prompt: 'CANARY' };
  journal.append(strayed);
  await journal.flush();
  expect(await contents()).toContain('"qwen"');
  expect(await contents()).not.toContain('CANARY');
});

test('a record with an impossible value is told and costs only itself', async () => {
  const journal = open();
  journal.append(at(0, { budgetMs: Number.NaN }));
  journal.append(at(1));
  expect(await journal.read()).toHaveLength(1);
  expect(problems).toEqual(['A latency record with impossible values was not kept.']);
});

test('since and limit choose the newest', async () => {
  const journal = open();
  for (let index = 0; index < 10; index += 1) journal.append(at(index, { id: `r${index}` }));
  const ids = async (options: { since?: number; limit?: number }) =>
    (await journal.read(options)).map((record) => (record.kind === 'race' ? record.id : ''));
  expect(await ids({ limit: 2 })).toEqual(['r8', 'r9']);
  expect(await ids({ since: at(7).at })).toEqual(['r7', 'r8', 'r9']);
  expect(await ids({ since: at(7).at, limit: 1 })).toEqual(['r9']);
});

test('a limit that the last days fill leaves older files unread', async () => {
  await nodeFiles.mkdir(directory, { recursive: true });
  const today = clock.epochMs();
  const dayMs = 24 * 60 * 60 * 1000;
  for (const back of [0, 1, 2]) {
    const path = join(directory, recordFileName(dayOf(today - back * dayMs), 1, 'deadbeef'));
    const lines = [2, 1].map((n) =>
      encodeRecord(race({ id: `${back}-${n}`, at: today - back * dayMs - n })),
    );
    await nodeFiles.writeFile(path, lines.join(''));
  }
  const read: string[] = [];
  const files = filesWith({
    readFile: (path, encoding) => {
      read.push(path);
      return nodeFiles.readFile(path, encoding);
    },
  });
  const records = await open({ files }).read({ limit: 3 });
  expect(records).toMatchObject([{ id: '1-1' }, { id: '0-2' }, { id: '0-1' }]);
  expect(read).toHaveLength(2);
});

test('damaged lines, a torn end and newer records cost only themselves', async () => {
  await nodeFiles.mkdir(directory, { recursive: true });
  const path = join(directory, recordFileName('2023-11-14', 1, 'deadbeef'));
  const good = encodeRecord(at(0)) ?? '';
  const newer = '{"v":3,"kind":"other"}\n';
  const text = `${good}garbage\u0000\n\n${newer}${good}${good.slice(0, 40)}`;
  await nodeFiles.writeFile(path, text);
  const journal = open();
  expect(await journal.read()).toHaveLength(2);
  expect(await journal.read()).toHaveLength(2);
  expect(problems).toEqual([
    'Damaged lines among the latency records were skipped.',
    'Some latency records come from a newer First Token; they are kept, but not shown here.',
  ]);
  expect(await nodeFiles.readFile(path, 'utf8')).toBe(text);
});

test('a torn end alone is another process at work and no problem', async () => {
  await nodeFiles.mkdir(directory, { recursive: true });
  const path = join(directory, recordFileName('2023-11-14', 1, 'deadbeef'));
  await nodeFiles.writeFile(path, `${encodeRecord(at(0))}{"v":1,"ki`);
  expect(await open().read()).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('bytes that are no text at all are damaged lines', async () => {
  await nodeFiles.mkdir(directory, { recursive: true });
  const path = join(directory, recordFileName('2023-11-14', 1, 'deadbeef'));
  const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7) % 256);
  await nodeFiles.writeFile(path, bytes);
  expect(await open().read()).toEqual([]);
  expect(problems).toHaveLength(1);
});

test('a full disk loses nothing, is told once, and is tried again after half a minute', async () => {
  let isFull = true;
  const files = filesWith({
    open: (...given) => (isFull ? failWith('ENOSPC')() : nodeFiles.open(...given)),
  });
  const journal = open({ files });
  journal.append(at(0, { id: 'a' }));
  await journal.flush();
  journal.append(at(1, { id: 'b' }));
  await journal.flush();
  expect(problems).toEqual(['Latency records wait in memory: the disk is full.']);
  expect(await journal.read()).toHaveLength(2);

  isFull = false;
  await clock.advance(30_000);
  await journal.flush();
  expect((await contents()).trimEnd().split('\n')).toHaveLength(2);
  expect(await journal.read()).toHaveLength(2);

  isFull = true;
  journal.append(at(2));
  await journal.flush();
  expect(problems).toHaveLength(2);
});

test('a file where the folder should be is told in one sentence, without its path', async () => {
  await nodeFiles.writeFile(directory, '');
  const journal = open();
  journal.append(at(0));
  await journal.flush();
  await journal.clear();
  await journal.dispose();
  expect(problems[0]).toBe(
    'Latency records wait in memory: a file stands where their folder should be.',
  );
  expect(problems.join()).not.toContain(directory);
});

test.each(['EROFS', 'EACCES'])(
  'a folder that answers %s is told and never throws',
  async (code) => {
    const journal = open({ files: filesWith({ open: failWith(code) }) });
    journal.append(at(0));
    await journal.flush();
    await journal.dispose();
    expect(problems).toEqual([
      expect.stringMatching(/^Latency records wait in memory: their folder/),
    ]);
  },
);

test('a folder that cannot be listed reads as what is in memory', async () => {
  const files = filesWith({ readdir: failWith('EIO'), open: failWith('EIO') });
  const journal = open({ files });
  journal.append(at(0));
  expect(await journal.read()).toHaveLength(1);
  expect(problems).toEqual([
    'Latency records wait in memory: the disk said EIO.',
    'The latency records could not be read: the disk said EIO.',
  ]);
});

test('a file that cannot be read costs only itself', async () => {
  const journal = open();
  journal.append(at(0));
  await journal.flush();
  await nodeFiles.mkdir(join(directory, recordFileName('2023-11-14', 2, 'deadbeef')));
  expect(await journal.read()).toHaveLength(1);
  expect(problems).toEqual(['A file of latency records could not be read and was skipped.']);
});

test('a file grows to its limit and is followed by another', async () => {
  const journal = open({ maxFileBytes: 1000 });
  for (let index = 0; index < 10; index += 1) {
    journal.append(at(index));
    await journal.flush();
  }
  const sizes = (await recordFiles()).map((name) => nodeFiles.stat(join(directory, name)));
  for (const stat of await Promise.all(sizes)) expect(stat.size).toBeLessThanOrEqual(1000);
  expect((await recordFiles()).length).toBeGreaterThan(1);
  expect(await journal.read()).toHaveLength(10);
});

test('a new day starts a new file, and old days go', async () => {
  await nodeFiles.mkdir(directory, { recursive: true });
  const old = recordFileName('2023-10-01', 1, 'deadbeef');
  const recent = recordFileName('2023-11-10', 1, 'deadbeef');
  for (const name of [old, recent, 'notes.txt'])
    await nodeFiles.writeFile(join(directory, name), '');
  const journal = open({ keepDays: 7 });
  journal.append(at(0));
  await journal.flush();
  expect(await recordFiles()).toContain(recent);
  expect(await recordFiles()).not.toContain(old);

  await clock.advance(5 * 24 * 60 * 60 * 1000);
  journal.append(at(0));
  await journal.flush();
  expect(await recordFiles()).not.toContain(recent);
  expect(await recordFiles()).toContain('notes.txt');
  expect(await journal.read()).toHaveLength(2);
});

test('the folder stays below its size', async () => {
  const journal = open({ maxFileBytes: 1000, maxTotalBytes: 3000 });
  for (let index = 0; index < 40; index += 1) {
    journal.append(at(index, { id: `r${index}` }));
    await journal.flush();
  }
  const sizes = (await recordFiles()).map((name) => nodeFiles.stat(join(directory, name)));
  const total = (await Promise.all(sizes)).reduce((sum, stat) => sum + stat.size, 0);
  expect(total).toBeLessThanOrEqual(4000);
  expect((await journal.read()).at(-1)).toMatchObject({ id: 'r39' });
});

test('clear removes what waits, our files and those of other windows, and nothing else', async () => {
  const [mine, other] = [open(), open()];
  mine.append(at(0));
  other.append(at(1));
  await Promise.all([mine.flush(), other.flush()]);
  mine.append(at(2));
  await nodeFiles.writeFile(join(directory, 'notes.txt'), '');
  await mine.clear();
  expect(await recordFiles()).toEqual(['notes.txt']);
  expect(await mine.read()).toEqual([]);

  other.append(at(3, { id: 'after' }));
  mine.append(at(4, { id: 'later' }));
  await Promise.all([mine.flush(), other.flush()]);
  expect(await other.read()).toMatchObject([{ id: 'after' }, { id: 'later' }]);
  expect(problems).toEqual([]);
});

test('clear follows no link out of the folder', async () => {
  await nodeFiles.mkdir(directory, { recursive: true });
  const outside = join(directory, '..', 'precious');
  await nodeFiles.writeFile(outside, 'kept');
  await nodeFiles.symlink(outside, join(directory, recordFileName('2023-11-14', 1, 'deadbeef')));
  const journal = open();
  expect(await journal.read()).toEqual([]);
  await journal.clear();
  expect(await nodeFiles.readFile(outside, 'utf8')).toBe('kept');
  expect(await recordFiles()).toEqual([]);
});

test('a file that cannot be removed is told, the others go', async () => {
  const journal = open();
  journal.append(at(0));
  await journal.flush();
  await nodeFiles.mkdir(join(directory, recordFileName('2023-11-14', 1, 'deadbeef')));
  await journal.clear();
  expect(await recordFiles()).toHaveLength(1);
  expect(problems).toEqual([expect.stringContaining('could not be removed')]);
});

test('windows that write at once lose nothing', async () => {
  const journals = Array.from({ length: 4 }, () => open({ maxFileBytes: 4000 }));
  for (let index = 0; index < 200; index += 1) {
    journals[index % 4]?.append(at(index, { id: `r${index}` }));
    if (index % 30 === 0) await Promise.all(journals.map((journal) => journal.flush()));
  }
  await Promise.all(journals.map((journal) => journal.dispose()));
  const ids = (await open().read()).map((record) => (record.kind === 'race' ? record.id : ''));
  expect(ids).toEqual(Array.from({ length: 200 }, (_, index) => `r${index}`));
  expect(problems).toEqual([]);
});

test('a window of another version writes into the same folder and loses nothing of it', async () => {
  await nodeFiles.mkdir(directory, { recursive: true });
  const { roundTripMs, waitingMs, firstChunkMs, firstAnswerMs, curve, promptSize, ...old } = lane();
  const path = join(directory, recordFileName(dayOf(clock.epochMs()), 7, 'deadbeef'));
  const theirs = [
    { ...at(0, { id: 'old' }), v: 1, lanes: [old] },
    { ...at(1, { id: 'new' }), v: 3, lanes: [{ ...lane(), unheardOf: 1 }] },
    { v: 3, kind: 'unheard-of', at: at(2).at },
  ];
  const text = theirs.map((record) => `${JSON.stringify(record)}\n`).join('');
  await nodeFiles.writeFile(path, text);
  const journal = open({ maxFileBytes: 1000 });
  for (let index = 3; index < 9; index += 1) {
    journal.append(at(index, { id: 'ours' }));
    await journal.flush();
  }
  const read = (await journal.read()).map((record) => (record.kind === 'race' ? record.id : ''));
  expect(read).toEqual(['old', ...Array.from({ length: 6 }, () => 'ours')]);
  expect(await nodeFiles.readFile(path, 'utf8')).toBe(text);
  expect(problems).toEqual([
    'Some latency records come from a newer First Token; they are kept, but not shown here.',
  ]);
});

test('two real processes write into one folder, and both are read', async () => {
  const script = new URL('../support/append-records.ts', import.meta.url);
  const run = (name: string) =>
    new Promise<number | null>((resolve, reject) => {
      fork(script, [directory, name, '300']).once('exit', resolve).once('error', reject);
    });
  expect(await Promise.all([run('first'), run('second')])).toEqual([0, 0]);
  const records = await open().read();
  const of = (name: string) =>
    records.filter((record) => record.kind === 'race' && record.id.startsWith(name));
  expect([of('first').length, of('second').length]).toEqual([300, 300]);
  expect(problems).toEqual([]);
});
