import type { Clock } from '../src/core/clock.ts';
import type { CompletionModel } from '../src/core/model.ts';
import { startFlight } from '../src/core/race/flight.ts';
import type { LaneRecord } from '../src/core/record.ts';
import type { CompletionRequest } from '../src/core/request.ts';
import { anchorAt } from '../src/core/reuse/agreement.ts';
import { completionRequest } from '../test/support/model-server/asking.ts';

/** One request from its key to its end, as the extension makes it. Throws when it failed. */
export async function fly(
  model: CompletionModel,
  clock: Clock,
  changes: Partial<CompletionRequest> = {},
): Promise<LaneRecord> {
  const request = completionRequest({ ...changes, keystrokeAtMs: clock.nowMs() });
  const flight = startFlight({
    model,
    request,
    anchor: anchorAt({ ...request, offset: 0 }),
    raceId: 'bench',
    clock,
    timeoutMs: 60_000,
    toItsEnd: true,
    onChange: () => {},
  });
  await flight.done;
  if (flight.error !== null) throw flight.error;
  return flight.toRecord();
}
