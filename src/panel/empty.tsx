import type { Verdict } from '../core/measure/verdict.ts';
import type { PanelContext } from './context.ts';
import { AxisHead, Plot } from './plot.tsx';

/** Before the first request: what will appear, on the axis it will appear on, and how to begin. */
export function Empty(props: {
  context: PanelContext;
  /** The verdict's button, where it stands here instead of in the header. */
  begin: Verdict['button'];
}) {
  const { snapshot, scale, run } = props.context;
  const builtIn = snapshot.models.some((model) => model.provider === 'embedded');
  const hosted = snapshot.models.some((model) => model.provider !== 'embedded');
  return (
    <section id="races" class="empty" aria-labelledby="races-title">
      <div>
        <h2 id="races-title">Nothing measured yet</h2>
        <p>
          Type in any file and pause. Each request appears here with its timeline, from the
          keystroke to the first token.
          {builtIn && ' The built-in predictor already works: it needs no key, server or download.'}
        </p>
        <div class="actions">
          {hosted ? (
            <button type="button" class="secondary" onClick={() => run({ type: 'select-default' })}>
              Choose Default…
            </button>
          ) : (
            <button type="button" class="primary" onClick={() => run({ type: 'open-settings' })}>
              {props.begin?.label ?? 'Add a Model…'}
            </button>
          )}
        </div>
      </div>
      <div class="empty-axis">
        <AxisHead scale={scale} words />
        <Plot scale={scale} heightPx={36} label={null} />
      </div>
    </section>
  );
}
