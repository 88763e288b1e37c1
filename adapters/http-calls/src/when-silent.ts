/**
 * Runs once after so many milliseconds, and after what has come by then was read: a process that stood still for longer finds
 * its timers due first, and would take for silence what it has not read yet. The answer takes it back.
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
