/**
 * Runs once after this many milliseconds, and after data that has arrived by then was read. After a pause of
 * the process, timers fire before it reads, so unread data would look like silence. The returned function
 * cancels it.
 */
export const whenSilent = (delayMs: number, run: () => void): (() => void) => {
  let reading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    reading = setImmediate(run)
  }, delayMs)
  return () => {
    clearTimeout(timer)
    clearImmediate(reading)
  }
}
