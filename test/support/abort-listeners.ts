export interface AbortListeners {
  /** Listeners on signals that may still fire: each was forgotten by whoever set it. */
  count(): number;
  /** Looks no further at the signals there are. */
  forget(): void;
  stop(): void;
}

/** Watches every abort listener that is set from now on, in this process. */
export function watchAbortListeners(): AbortListeners {
  const { addEventListener, removeEventListener } = AbortSignal.prototype;
  let live = new Map<AbortSignal, Set<unknown>>();
  AbortSignal.prototype.addEventListener = function (
    this: AbortSignal,
    ...args: Parameters<typeof addEventListener>
  ): void {
    const listeners = live.get(this) ?? new Set();
    live.set(this, listeners.add(args[1]));
    Reflect.apply(addEventListener, this, args);
  };
  AbortSignal.prototype.removeEventListener = function (
    this: AbortSignal,
    ...args: Parameters<typeof removeEventListener>
  ): void {
    live.get(this)?.delete(args[1]);
    Reflect.apply(removeEventListener, this, args);
  };
  return {
    count: () =>
      [...live].reduce((sum, [signal, { size }]) => sum + (signal.aborted ? 0 : size), 0),
    forget: () => {
      live = new Map();
    },
    stop: () => {
      AbortSignal.prototype.addEventListener = addEventListener;
      AbortSignal.prototype.removeEventListener = removeEventListener;
    },
  };
}
