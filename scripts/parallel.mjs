// The number of test files that run at once.
import { availableParallelism } from 'node:os'

const sideBySide = (moreThanProcessors) => {
  const jobs = Math.max(2, Math.min(4, availableParallelism() + moreThanProcessors))
  return ['--parallel', '--jobs', `${jobs}`]
}

/**
 * Many tests wait for a process or a server: one more file than processors runs, each on its own databases
 * and queues.
 */
export const parallel = sideBySide(1)

/**
 * Tests without servers and processes share the processors only with each other, and some of them wait for
 * timers.
 */
export const parallelUnits = sideBySide(2)
