import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecordWriter } from '../../src/history/record-writer.ts';

/** A disk in memory that holds `room` more bytes and takes at most `step` of them per write. */
function createDisk({ room = 1e9, step = 1e9, hasFolder = true } = {}) {
  const files = new Map<string, Buffer>();
  const disk = {
    room,
    hasFolder,
    text: (path: string) => files.get(path)?.toString(),
    all: () => [...files.values()].map(String).join(''),
    paths: () => [...files.keys()],
    remove: (path: string) => files.delete(path),
    opens: 0,
    closes: 0,
    files: {
      async mkdir() {
        disk.hasFolder = true;
      },
      async open(path: string) {
        if (!disk.hasFolder) throw Object.assign(new Error('no folder'), { code: 'ENOENT' });
        disk.opens += 1;
        if (!files.has(path)) files.set(path, Buffer.alloc(0));
        return {
          async write(data: Uint8Array) {
            const taken = Math.min(data.length, step, disk.room);
            if (taken === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
            disk.room -= taken;
            const before = files.get(path) ?? Buffer.alloc(0);
            files.set(path, Buffer.concat([before, data.subarray(0, taken)]));
            return { bytesWritten: taken, buffer: data };
          },
          stat: async () => ({ size: files.get(path)?.length ?? 0 }),
          async close() {
            disk.closes += 1;
          },
        };
      },
    },
  };
  return disk;
}

function createSubject(disk: ReturnType<typeof createDisk>, changes = {}) {
  let names = 0;
  let lost = 0;
  let stale = false;
  const writer = createRecordWriter({
    files: disk.files as never,
    directory: 'records',
    nextName: () => {
      names += 1;
      return `file-${names}`;
    },
    isStale: () => stale,
    maxFileBytes: 100,
    maxWaitingBytes: 1000,
    onOverflow: (bytes) => {
      lost += bytes;
    },
    ...changes,
  });
  return { writer, lost: () => lost, endDay: () => (stale = true) };
}

test('lines are appended in order, and every handle is closed again', async () => {
  const disk = createDisk();
  const { writer } = createSubject(disk);
  await writer.write('one\n');
  await writer.write('two\nthree\n');
  expect(disk.text('records/file-1')).toBe('one\ntwo\nthree\n');
  expect(disk.closes).toBe(disk.opens);
});

test('nothing to write opens nothing', async () => {
  const disk = createDisk();
  await createSubject(disk).writer.write('');
  expect(disk.opens).toBe(0);
});

test('a missing folder is made', async () => {
  const disk = createDisk({ hasFolder: false });
  await createSubject(disk).writer.write('one\n');
  expect(disk.text('records/file-1')).toBe('one\n');
});

test('a disk that takes three bytes at a time gets the whole line', async () => {
  const disk = createDisk({ step: 3 });
  await createSubject(disk).writer.write('a longer line\n');
  expect(disk.text('records/file-1')).toBe('a longer line\n');
});

test('a full file is followed by a new one, and so is a day that is over', async () => {
  const disk = createDisk();
  const { writer, endDay } = createSubject(disk);
  await writer.write(`${'x'.repeat(90)}\n`);
  await writer.write('second file\n');
  endDay();
  await writer.write('third file\n');
  expect(disk.paths()).toEqual(['records/file-1', 'records/file-2', 'records/file-3']);
});

test('a full disk keeps the rest, and goes on from the very byte', async () => {
  const disk = createDisk({ room: 6 });
  const { writer } = createSubject(disk);
  await expect(writer.write('one\ntwo\n')).rejects.toThrow('full');
  expect(disk.text('records/file-1')).toBe('one\ntw');
  expect(writer.unwritten()).toBe('');
  disk.room = 100;
  await writer.write('three\n');
  expect(disk.text('records/file-1')).toBe('one\ntwo\nthree\n');
  expect(disk.closes).toBe(disk.opens);
});

test('whole lines that wait can be seen', async () => {
  const disk = createDisk({ room: 0 });
  const { writer } = createSubject(disk);
  await expect(writer.write('one\n')).rejects.toThrow('full');
  await expect(writer.write('two\n')).rejects.toThrow('full');
  expect(writer.unwritten()).toBe('one\ntwo\n');
});

test('a file that was removed between does not begin with half a line', async () => {
  const disk = createDisk({ room: 6 });
  const { writer } = createSubject(disk);
  await expect(writer.write('one\ntwo\n')).rejects.toThrow('full');
  disk.remove('records/file-1');
  disk.room = 100;
  await writer.write('three\n');
  expect(disk.text('records/file-1')).toBe('three\n');
});

test('what waits is bounded, and the loss is told', async () => {
  const disk = createDisk({ room: 0 });
  const { writer, lost } = createSubject(disk, { maxWaitingBytes: 10 });
  await expect(writer.write('12345678\n')).rejects.toThrow('full');
  await expect(writer.write('abc\n')).rejects.toThrow('full');
  expect(writer.unwritten()).toBe('12345678\n');
  expect(lost()).toBe(4);
});

test('reset forgets what waits and starts a new file', async () => {
  const disk = createDisk({ room: 5 });
  const { writer } = createSubject(disk);
  await expect(writer.write('one\ntwo\n')).rejects.toThrow('full');
  writer.reset();
  disk.room = 100;
  await writer.write('three\n');
  expect(disk.text('records/file-2')).toBe('three\n');
});

test('wherever the disk fills up, and however often, no line is lost, torn or doubled', async () => {
  const rooms = fc.array(fc.nat(20), { maxLength: 12 });
  const batches = fc.array(fc.array(fc.stringMatching(/^[a-zä]{0,9}$/), { maxLength: 4 }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(rooms, batches, async (grants, groups) => {
      const disk = createDisk({ room: 0, step: 5 });
      const { writer } = createSubject(disk, { maxFileBytes: 30 });
      const lines = groups.flat().map((line) => `${line}\n`);
      for (const [index, group] of groups.entries()) {
        disk.room += grants[index] ?? 0;
        await writer.write(group.map((line) => `${line}\n`).join('')).catch(() => undefined);
      }
      disk.room = 1e9;
      await writer.write('');
      expect(disk.all()).toBe(lines.join(''));
    }),
  );
});
