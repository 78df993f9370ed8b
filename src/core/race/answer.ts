import type { ShownSource } from '../record.ts';
import type { CompletionRequest } from '../request.ts';
import type { Position } from '../reuse/agreement.ts';
import type { Recalled } from '../reuse/recall.ts';
import type { FetchAheadMode, RacePolicy } from '../settings.ts';
import type { ConfidenceRule } from './arbiter.ts';

export interface RaceSettings {
  readonly budgetMs: number;
  readonly policy: RacePolicy;
  /** A model id, or `auto`. */
  readonly defaultModel: string;
  /** Credit per keystroke for requests beyond the first. */
  readonly extraRequests: number;
  /** Share of losing requests that run on to their first token, to be measured. */
  readonly shadow: number;
  readonly confidence: ConfidenceRule;
  /** Whether the beginning of a line may be shown at the deadline. */
  readonly partialLine: boolean;
  /** On whose servers what comes after a shown text is asked for. */
  readonly fetchAhead: FetchAheadMode;
}

/** A place in a document at one moment, as the models are to see it. */
export interface Place {
  readonly request: CompletionRequest;
  /** UTF-16 offset of the cursor in the document. */
  readonly offset: number;
}

export interface Ask extends Place {
  /** When the editor asked. */
  readonly askedAtMs: number;
  /** False after a deletion, a paste or an undo: only what is already known may answer. */
  readonly mayRequest: boolean;
  /**
   * True when the prefix holds text that is only selected in a suggestion list and not written. Such
   * a question says nothing about what the person wrote, so it ends no request.
   */
  readonly speculative: boolean;
}

/** A question about a place of which only the surroundings were read so far. */
export interface NearAsk extends Pick<Ask, 'askedAtMs' | 'mayRequest' | 'speculative'> {
  readonly position: Position;
  readonly request: Pick<CompletionRequest, 'keystrokeAtMs' | 'languageId' | 'trigger'>;
  /** Reads the rest, while the document is as it was asked about. */
  readonly place: () => Place;
}

/** What one question gets. */
export interface Answer extends Recalled {
  /** The race of the keystroke that shows the text. `sourceRaceId` is an earlier one unless `source` is `race`. */
  readonly raceId: string;
  readonly source: ShownSource;
  /** Dispatch to the first piece of the answer; null where it came from memory. */
  readonly ttftMs: number | null;
  /** What other models said, after an explicit command: alternatives to cycle through. */
  readonly others: readonly Answer[];
}

export const positionOf = ({ request, offset }: Place): Position => ({ ...request, offset });
