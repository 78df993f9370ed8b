import { expect, test } from 'vitest';
import { phaseClause, phaseSentence } from '../../../src/core/measure/phase-clause.ts';
import { phase } from '../../support/panel-fixtures.ts';

test.each([
  [phase('wait', 60), 'waits 60 ms before it is asked', 'It waits 60 ms before it is asked'],
  [phase('connect', 300.4), 'needs 300 ms to connect', 'Connecting takes 300 ms'],
  [
    phase('network', 80),
    'needs 80 ms for one trip over the network',
    'One trip over the network takes 80 ms',
  ],
  [phase('queue', 2004, 'server'), 'queues 2.0 s', 'It queues 2.0 s'],
  [phase('queue', 412, 'estimated', 60), 'queues about 412 ms', 'It queues about 412 ms'],
  [phase('load', 5210, 'server'), 'needs 5.2 s to load', 'Loading takes 5.2 s'],
  [phase('prefill', 88, 'server'), 'needs 88 ms for its prefill', 'Its prefill takes 88 ms here'],
  [phase('server', 999.6), 'waits 1.0 s for its server', 'Its server takes 1.0 s here'],
])('%j', (each, clause, sentence) => {
  expect([phaseClause(each), phaseSentence(each, ' here')]).toEqual([clause, sentence]);
});
