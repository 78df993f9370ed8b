import type { Clock } from '../src/core/clock.ts';
import type { CompletionModel } from '../src/core/model.ts';
import { type Flight, startFlight } from '../src/core/race/flight.ts';
import type { LaneRecord } from '../src/core/record.ts';
import type { CompletionRequest } from '../src/core/request.ts';
import { anchorAt } from '../src/core/reuse/agreement.ts';
import { completionRequest } from '../test/support/model-server/asking.ts';

/** Starts one request at its key, as the extension does. */
export function takeOff(
  model: CompletionModel,
  clock: Clock,
  changes: Partial<CompletionRequest> = {},
): Flight {
  const request = completionRequest({ ...changes, keystrokeAtMs: clock.nowMs() });
  return startFlight({
    model,
    request,
    anchor: anchorAt({ ...request, offset: 0 }),
    raceId: 'bench',
    clock,
    timeoutMs: 60_000,
    toItsEnd: true,
    onChange: () => {},
  });
}

/** One request from its key to its end. Throws when it failed. */
export async function fly(...start: Parameters<typeof takeOff>): Promise<LaneRecord> {
  const flight = takeOff(...start);
  await flight.done;
  if (flight.error !== null) throw flight.error;
  return flight.toRecord();
}
