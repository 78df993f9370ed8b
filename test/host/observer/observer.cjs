// Activated before the extension under test: what it sees is what VS Code itself put there.
const vscode = require('vscode');

/** What VS Code says to a call of proposed API by an extension that declares none; null when it lets it pass. */
function callProposedApi() {
  const provider = { provideInlineCompletionItems: () => [] };
  try {
    vscode.languages
      .registerInlineCompletionItemProvider([], provider, { displayName: 'Observer' })
      .dispose();
    return null;
  } catch (error) {
    return error.message;
  }
}

exports.activate = () => ({
  fetch: globalThis.fetch,
  dispatchers: ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(
    (key) => globalThis[Symbol.for(key)],
  ),
  proposedApiRefusal: callProposedApi(),
});
