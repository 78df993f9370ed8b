/**
 * undici's inner files. Importing `undici` itself installs its agent in the process-wide dispatcher
 * slots that Node's own `fetch` uses, and in an extension host that is everybody's `fetch`; these two
 * files do not touch them. They carry no types of their own, so they borrow the package's.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';

  const value: typeof Client;
  // biome-ignore lint/style/noDefaultExport: a CommonJS file's exports are the default import.
  export default value;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';

  /** The connector also returns its socket, which the published type leaves out. */
  type Connect = (
    options: buildConnector.Options,
    callback: (error: Error | null, socket: Socket | null) => void,
  ) => Socket;
  const value: (options: buildConnector.BuildOptions) => Connect;
  // biome-ignore lint/style/noDefaultExport: a CommonJS file's exports are the default import.
  export default value;
}
