import { render } from 'preact';
import { type PanelAction, type PanelMessage, PROTOCOL_VERSION } from '../core/protocol.ts';
import { App, type PanelContent } from './app.tsx';
import { readHostMessage } from './host-message.ts';
import './panel.css';
import { readViewState, type ViewState } from './view-state.ts';

interface VsCodeApi {
  postMessage(message: PanelMessage): void;
  getState(): unknown;
  setState(state: ViewState): void;
}

declare const acquireVsCodeApi: () => VsCodeApi;

/** The panel's entry: one message in, one drawing; one press, one message out. */
function start(root: HTMLElement): void {
  const host = acquireVsCodeApi();
  const initialView = readViewState(host.getState());
  const run = (action: PanelAction) =>
    host.postMessage({ v: PROTOCOL_VERSION, type: 'action', action });
  const draw = (content: PanelContent) =>
    render(
      <App
        content={content}
        initialView={initialView}
        saveView={(view) => host.setState(view)}
        run={run}
      />,
      root,
    );

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readHostMessage(event.data);
    if (message !== null) draw(message);
  });
  draw({ type: 'loading' });
  host.postMessage({ v: PROTOCOL_VERSION, type: 'ready' });
}

const root = document.getElementById('root');
if (root !== null) start(root);
