const nobody = new Int32Array(new SharedArrayBuffer(4))

/** Lets the event loop of this thread stand still for so long, as a stopped machine does. */
export const standStill = (ms: number): void => {
  Atomics.wait(nobody, 0, 0, ms)
}

/** As `standStill`, and until something is so that others see to. */
export const standStillUntil = (ms: number, isSo: () => boolean): void => {
  standStill(ms)
  while (!isSo()) standStill(10)
}
