import * as vscode from 'vscode';

/**
 * The plain way to do it well: no debounce besides the editor's, a streamed answer that is handed over
 * with its first line, and an abort when the editor cancels. No reuse, no race, no head start.
 */
export function activate(context: vscode.ExtensionContext): void {
  const ready = vscode.window.createStatusBarItem('ready');
  ready.text = 'reference';
  ready.show();
  const endpoint = vscode.workspace.getConfiguration('benchReference').get<string>('endpoint');
  const provider: vscode.InlineCompletionItemProvider = {
    async provideInlineCompletionItems(document, position, _context, token) {
      const controller = new AbortController();
      const cancelled = token.onCancellationRequested(() => controller.abort());
      try {
        const text = await firstLine(`${endpoint}/infill`, document, position, controller.signal);
        return [new vscode.InlineCompletionItem(text, new vscode.Range(position, position))];
      } catch {
        return [];
      } finally {
        cancelled.dispose();
        controller.abort();
      }
    },
  };
  context.subscriptions.push(
    ready,
    vscode.languages.registerInlineCompletionItemProvider({ pattern: '**' }, provider),
  );
}

async function firstLine(
  url: string,
  document: vscode.TextDocument,
  position: vscode.Position,
  signal: AbortSignal,
): Promise<string> {
  const text = document.getText();
  const lineStart = document.offsetAt(new vscode.Position(position.line, 0));
  const at = document.offsetAt(position);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      input_prefix: text.slice(0, lineStart),
      input_suffix: text.slice(at),
      prompt: text.slice(lineStart, at),
      n_predict: 64,
      stream: true,
      cache_prompt: true,
      temperature: 0,
    }),
    signal,
  });
  const decoder = new TextDecoder();
  let unread = '';
  let answer = '';
  for await (const chunk of response.body ?? []) {
    unread += decoder.decode(chunk, { stream: true });
    const events = unread.split('\n\n');
    unread = events.pop() ?? '';
    for (const event of events) {
      const { content } = JSON.parse(event.replace(/^data: /, '')) as { content?: string };
      answer += content ?? '';
    }
    const end = answer.indexOf('\n');
    if (end >= 0) return answer.slice(0, end);
  }
  return answer;
}
