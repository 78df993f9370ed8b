import { expect, test } from 'vitest';
import { createHeadStartGate } from '../../../src/core/trigger/head-start-gate.ts';

const A = 'file:///a.ts';

test('no race begins in a document that the editor has never asked about', () => {
  const gate = createHeadStartGate();
  gate.asked('file:///b.ts');
  expect(gate.begin(A, 0)).toBe(false);
});

test('while the editor asks, every key begins one', () => {
  const gate = createHeadStartGate();
  gate.asked(A);
  for (let atMs = 0; atMs < 5000; atMs += 500) {
    expect(gate.begin(A, atMs)).toBe(true);
    gate.asked(A);
  }
});

test('keys faster than the debounce are forgiven, for as long as anybody types so fast', () => {
  const gate = createHeadStartGate();
  gate.asked(A);
  const begun = Array.from({ length: 20 }, (_, key) => gate.begin(A, key * 40));
  expect(begun.filter(Boolean)).toHaveLength(7);
  expect(begun.at(-1)).toBe(false);
});

test('after a pause in which the editor did not ask nothing begins until it does', () => {
  const gate = createHeadStartGate();
  gate.asked(A);
  expect(gate.begin(A, 0)).toBe(true);
  expect(gate.begin(A, 400)).toBe(false);
  expect(gate.begin(A, 450)).toBe(false);
  gate.asked(A);
  expect(gate.begin(A, 900)).toBe(true);
});

test('a closed document starts anew', () => {
  const gate = createHeadStartGate();
  gate.asked(A);
  gate.forget(A);
  expect(gate.begin(A, 0)).toBe(false);
});
