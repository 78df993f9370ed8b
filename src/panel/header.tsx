import type { Verdict } from '../core/measure/verdict.ts';
import type { PanelSnapshot } from '../core/protocol.ts';
import { actionLabel } from './action-label.ts';
import { askingWords } from './asking-words.ts';
import type { PanelContext } from './context.ts';
import { count, MISSING, percent, ratio, textMs } from './format.ts';
import { remoteText } from './remote-text.ts';

/** The verdict, its button, the four facts, and what holds for the whole panel. */
export function Header(props: {
  context: PanelContext;
  verdict: Verdict;
  /** The page below shows how to begin, with the same button. */
  begins: boolean;
}) {
  const { context, verdict } = props;
  const { snapshot, run } = context;
  const { button } = verdict;
  const links = ['export', 'clear', 'open-settings'] as const;
  const asking = askingWords(snapshot);
  return (
    <header>
      <div>
        <h1 aria-live="polite">{verdict.sentence}</h1>
        {verdict.reason !== null && verdict.recommended !== null && (
          <p class="reason">
            <strong>Recommended default: {remoteText(verdict.recommended, 60)}.</strong>{' '}
            {verdict.reason}
          </p>
        )}
      </div>
      {button !== null && !props.begins && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => run(button.action)}>
            {button.label}
          </button>
        </div>
      )}
      <Facts snapshot={snapshot} />
      <div class="context">
        {asking !== '' && <p class="quiet">{asking}</p>}
        {snapshot.enabled && (
          <button type="button" class="link" onClick={() => run({ type: 'toggle' })}>
            {actionLabel({ type: 'toggle' }, true)}
          </button>
        )}
        {links.map((type) => (
          <button key={type} type="button" class="link" onClick={() => run({ type })}>
            {actionLabel({ type }, snapshot.enabled)}
          </button>
        ))}
      </div>
    </header>
  );
}

/** Why this share may be far above that of any model, the built-in predictor's included. */
const TEXT_HINT =
  'Keystrokes that ended with text on screen within the budget, from whichever model. Text that was there before and is typed along with counts; keystrokes typed over before an answer are left out.';

function Facts({ snapshot }: { snapshot: PanelSnapshot }) {
  const { shownInTime, shownMedianMs, requestsPerShown, wastedShare } = snapshot.totals;
  const inTime = shownInTime !== null && shownInTime.n > 0 ? shownInTime : null;
  return (
    <dl class="facts">
      <div title={TEXT_HINT}>
        <dt>Keystrokes with text in time</dt>
        <dd>
          {inTime === null ? MISSING : `${percent(inTime.value)} %`}
          {inTime !== null && <span class="quiet"> of {count(inTime.n)}</span>}
        </dd>
      </div>
      <div title={shownMedianMs === null ? 'Nothing has been shown yet.' : undefined}>
        <dt>Shown, median</dt>
        <dd>{shownMedianMs === null ? MISSING : textMs(shownMedianMs)}</dd>
      </div>
      <div>
        <dt>Requests per shown</dt>
        <dd>{ratio(requestsPerShown)}</dd>
      </div>
      <div>
        <dt>Tokens wasted</dt>
        <dd>{wastedShare === null ? MISSING : `${percent(wastedShare)} %`}</dd>
      </div>
    </dl>
  );
}
