import type { Socket } from 'node:net';

/**
 * Times the TCP handshake of a socket that has just begun to connect: SYN to SYN-ACK, without the name
 * lookup before it and the TLS after it. Where several addresses are tried, it is that of the last one.
 * What is returned tells it, or null while it is not known.
 */
export function timeHandshake(socket: Socket): () => number | null {
  // An IP literal is dialled on the next tick and says no `lookup`.
  let sentAtMs = performance.now();
  let roundTripMs: number | null = null;
  const onSent = () => {
    sentAtMs = performance.now();
  };
  socket.on('lookup', onSent).on('connectionAttempt', onSent);
  // Ahead of undici's own listener, which hands the socket on.
  socket.prependOnceListener('connect', () => {
    roundTripMs = performance.now() - sentAtMs;
    socket.off('lookup', onSent).off('connectionAttempt', onSent);
  });
  return () => roundTripMs;
}
