import { describe, expect, test } from 'vitest';
import { escapeMarkdown, statusTooltip } from '../../../src/core/measure/status-tooltip.ts';
import type { ModelSummary } from '../../../src/core/protocol.ts';
import { model as panelModel, percentiles } from '../../support/panel-fixtures.ts';

const model: ModelSummary = panelModel('qwen', {
  provider: 'llama-server',
  detail: 'llama-server',
  isDefault: true,
  state: 'ready',
  fault: null,
  ttft: percentiles({ p50Ms: 119.4, p90Ms: null, n: 12, censored: 2 }),
  fromKey: percentiles({ p50Ms: 181.2, p90Ms: 240, n: 40, censored: 2 }),
  tps: 96.4,
  tpsEstimated: true,
  inTime: { value: 0.966, low: 0.9, high: 0.99, n: 40 },
  requests: 40,
  wins: 30,
  errors: 0,
  stopped: 4,
  wastedTokens: 12,
  wastedEstimated: true,
  last: null,
});
const input = {
  models: [model],
  budgetMs: 300,
  shownInTime: null,
  problems: [],
  lastSilence: null,
  enabled: true,
  commands: [{ title: 'Open Panel', id: 'firstToken.showLatencyPanel' }],
};

test('every model is a row with its figures, the default in bold', () => {
  expect(statusTooltip(input)).toContain('| **qwen**&nbsp;✓ | 119 | 181 | 240 | 97 % | ≈96 |');
});

test('every column says of what it is, and a long time is grouped as it is in the panel', () => {
  const slow = { ...model, fromKey: percentiles({ p50Ms: 2158.4, p90Ms: 2600, n: 40 }) };
  const [head, , row] = statusTooltip({ ...input, models: [slow] }).split('\n');
  expect(head?.replaceAll('&nbsp;', ' ').replaceAll(/ +/g, ' ')).toBe(
    '| times in ms | TTFT p50 | from key p50 | from key p90 | in time | TPS |',
  );
  expect(row).toContain(`| ${(2158).toLocaleString()} | ${(2600).toLocaleString()} |`);
});

test('the share of keystrokes has the name that the panel gives it', () => {
  const shownInTime = { value: 0.9, low: 0.8, high: 0.95, n: 50 };
  expect(statusTooltip({ ...input, shownInTime })).toContain(
    'Keystrokes with text in time (300 ms): 90 % of 50.',
  );
});

test('what is not known says so', () => {
  const unknown = {
    ...model,
    isDefault: false,
    tps: null,
    inTime: null,
    ttft: percentiles({ ...model.ttft, p50Ms: null }),
  };
  expect(statusTooltip({ ...input, models: [unknown] })).toContain(
    '| qwen | – | 181 | 240 | – | – |',
  );
});

test('a wrong entry and a fault stand above the table', () => {
  const text = statusTooltip({
    ...input,
    problems: ['Model "x" needs an endpoint'],
    models: [{ ...model, fault: { message: 'No server at 127.0.0.1:9', since: 1 } }],
  });
  expect(text.indexOf('needs an endpoint')).toBeLessThan(text.indexOf('| :--'));
  expect(text.indexOf('No server at')).toBeLessThan(text.indexOf('| :--'));
});

describe('hostile names', () => {
  const hostile = [
    '[x](command:evil)',
    '<img src=x>',
    '$(error)',
    'a|b',
    '**b**',
    '`c`',
    '![](http://h)',
  ];
  test.each(hostile)('%s is shown, not obeyed', (name) => {
    const escaped = escapeMarkdown(name);
    expect(escaped).not.toMatch(/[\\`*_{}[\]()<>$|!]/);
    expect(statusTooltip({ ...input, models: [{ ...model, id: name }] })).not.toContain(name);
  });
  test('a line break cannot leave the table', () => {
    expect(escapeMarkdown('a\n\n# b')).not.toContain('\n');
  });
});
