import type { PanelAction } from '../core/protocol.ts';
import { remoteText } from './remote-text.ts';

/** What a button that runs this action says. */
export function actionLabel(action: PanelAction, enabled: boolean): string {
  switch (action.type) {
    case 'set-default':
      return `Make ${remoteText(action.model, 40)} the Default`;
    case 'set-key':
      return 'Set Key…';
    case 'select-default':
      return 'Choose Default…';
    case 'toggle':
      return enabled ? 'Turn Off' : 'Turn On';
    case 'measure':
      return 'Measure Models…';
    case 'open-settings':
      return 'Open Settings';
    case 'export':
      return 'Export…';
    case 'clear':
      return 'Clear Records…';
  }
}
