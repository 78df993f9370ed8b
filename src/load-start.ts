/** Imported first, so that the time to load our own code is part of the activation time. */
export const loadStartMs = performance.now();
