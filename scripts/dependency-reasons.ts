/** Why each dependency is worth its weight, in one line. A dependency without a reason fails the check. */
export const DEPENDENCY_REASONS: Readonly<Record<string, string>> = {
  '@opentelemetry/api': 'Types of the OpenTelemetry SDK, which needs it beside it.',
  '@opentelemetry/otlp-transformer':
    'Writes metrics in the protobuf encoding of OTLP; loaded only with a collector set.',
  '@opentelemetry/resources': 'Says what the metrics are about; loaded only with a collector set.',
  '@opentelemetry/sdk-metrics':
    'Sums figures up into OpenTelemetry metrics; loaded only with a collector set.',
  cockatiel:
    'Circuit breaker: leaves an endpoint alone that keeps failing, and tries it again later.',
  'eventsource-parser': 'Reads server-sent events in whatever pieces they arrive.',
  ignore: 'The measure for our own .gitignore matcher, which hostile rules cannot slow down.',
  'lru-cache': 'Bounded memory of answers that the next keystroke can reuse.',
  preact: 'Draws the latency panel.',
  undici:
    'HTTP with our own connections per origin: warm sockets, aborts that reach them, timing marks.',
  valibot: 'Checks settings and records, and explains what is wrong.',
  '@biomejs/biome': 'Formats and lints.',
  '@types/node': 'Types of Node.js.',
  '@types/vscode': "Types of the oldest editor that is supported, so that newer API can't slip in.",
  '@vscode/test-electron': 'Runs the host tests inside a real VS Code.',
  '@vscode/vsce': 'Packs the .vsix.',
  'axe-core': 'Checks the panel for accessibility.',
  esbuild: 'Bundles the extension and the panel.',
  'fast-check': 'Property tests.',
  knip: 'Finds dead code and unused dependencies.',
  node: 'The Node.js that runs scripts and tests, whatever version is installed.',
  'playwright-core': 'Drives the editor as a person would.',
  typescript: 'Checks types.',
  vite: 'Parses the sources for the architecture test, and runs under vitest.',
  vitest: 'Runs the unit tests.',
};
