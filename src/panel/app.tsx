import { useEffect, useState } from 'preact/hooks';
import { verdict } from '../core/measure/verdict.ts';
import type { PanelAction, PanelSnapshot } from '../core/protocol.ts';
import type { PanelContext } from './context.ts';
import { Details } from './details.tsx';
import { Empty } from './empty.tsx';
import { shortTime } from './format.ts';
import { Header } from './header.tsx';
import { Jobs } from './jobs.tsx';
import { type Layout, layoutFor } from './layout.ts';
import { MeasuredOnPurpose } from './measured.tsx';
import { Models } from './models.tsx';
import { Patterns } from './phase-mark.tsx';
import { AxisHead, Plot } from './plot.tsx';
import { Problems } from './problems.tsx';
import { Races } from './races.tsx';
import { remoteText } from './remote-text.ts';
import { createScale } from './scale.ts';
import type { ViewState } from './view-state.ts';

export type PanelContent =
  | { readonly type: 'loading' }
  | { readonly type: 'other-version' }
  | { readonly type: 'snapshot'; readonly snapshot: PanelSnapshot };

/** The axis before the first snapshot says otherwise: the shipped default of `budgetMs`. */
const DEFAULT_BUDGET_MS = 300;

/** The whole panel. The host owns the facts; here live only the arrangement and the window's width. */
export function App(props: {
  content: PanelContent;
  initialView: ViewState;
  saveView: (view: ViewState) => void;
  run: (action: PanelAction) => void;
}) {
  const { content, saveView, run } = props;
  const layout = useLayout();
  const [view, setView] = useState(props.initialView);
  const change = (part: Partial<ViewState>) => {
    const next = { ...view, ...part };
    setView(next);
    saveView(next);
  };
  if (content.type === 'other-version') {
    return (
      <header>
        <h1>This panel belongs to another version of First Token. Close it and open it again.</h1>
      </header>
    );
  }
  if (content.type === 'loading') return <Loading layout={layout} />;

  const { snapshot } = content;
  const scale = createScale(layout.plotPx, snapshot.budgetMs);
  const context: PanelContext = { snapshot, layout, scale, view, change, run };
  const said = verdict(snapshot, { name: (id) => remoteText(id, 40), time: shortTime });
  // What is wrong comes before figures that it may explain; a mere note can wait at the end.
  const urgent = snapshot.problems.some(({ severity }) => severity !== 'note');
  const begins =
    snapshot.races.length === 0 && (said.kind === 'built-in-only' || said.kind === 'no-model');
  return (
    <main class={layout.mode}>
      <Patterns />
      <Header context={context} verdict={said} begins={begins} />
      {urgent && <Problems context={context} />}
      {snapshot.models.length > 0 && <Models context={context} recommended={said.recommended} />}
      {snapshot.races.length > 0 ? (
        <Races context={context} />
      ) : (
        <Empty context={context} begin={begins ? said.button : null} />
      )}
      <Details context={context} />
      <Jobs context={context} />
      <MeasuredOnPurpose context={context} />
      {!urgent && <Problems context={context} />}
    </main>
  );
}

/** Frame, axis and line at once; the words say that figures follow. */
function Loading({ layout }: { layout: Layout }) {
  const scale = createScale(layout.plotPx, DEFAULT_BUDGET_MS);
  return (
    <main class={layout.mode}>
      <header>
        <h1 aria-live="polite">Reading records…</h1>
      </header>
      <div class="loading-axis">
        <AxisHead scale={scale} words />
        <Plot scale={scale} heightPx={134} label={null} />
      </div>
    </main>
  );
}

function useLayout(): Layout {
  const [widthPx, setWidthPx] = useState(document.documentElement.clientWidth);
  useEffect(() => {
    // Fires on a dragged splitter and when a scroll bar takes its share of the width.
    const observer = new ResizeObserver(() => setWidthPx(document.documentElement.clientWidth));
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);
  return layoutFor(widthPx);
}
