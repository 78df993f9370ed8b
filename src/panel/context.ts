import type { PanelAction, PanelSnapshot } from '../core/protocol.ts';
import type { Layout } from './layout.ts';
import type { Scale } from './scale.ts';
import type { ViewState } from './view-state.ts';

/** What every view of the panel draws from. */
export interface PanelContext {
  readonly snapshot: PanelSnapshot;
  readonly layout: Layout;
  readonly scale: Scale;
  readonly view: ViewState;
  readonly change: (part: Partial<ViewState>) => void;
  readonly run: (action: PanelAction) => void;
}
