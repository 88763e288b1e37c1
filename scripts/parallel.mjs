// How many test files run at once.
import { availableParallelism } from 'node:os'

const sideBySide = (moreThanProcessors) => {
  const jobs = Math.max(2, Math.min(4, availableParallelism() + moreThanProcessors))
  return ['--parallel', '--jobs', `${jobs}`]
}

/** Many tests wait for a process or a server: one file more than there are processors runs, each on databases and queues of its own. */
export const parallel = sideBySide(1)

/** Tests without servers and processes leave the processors to each other alone, and some of them wait for timers. */
export const parallelUnits = sideBySide(2)
