const nobody = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the event loop of this thread for this long, like a stopped machine. */
export const standStill = (ms: number): void => {
  Atomics.wait(nobody, 0, 0, ms)
}

/** Like `standStill`, and until a condition that others meet. */
export const standStillUntil = (ms: number, isSo: () => boolean): void => {
  standStill(ms)
  while (!isSo()) standStill(10)
}
