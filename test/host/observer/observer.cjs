// Activated before the extension under test: what it sees is what VS Code itself put there.
exports.activate = () => ({
  fetch: globalThis.fetch,
  dispatchers: ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(
    (key) => globalThis[Symbol.for(key)],
  ),
  atStart: performance.now(),
});
