// How many test files run at once.
import { availableParallelism } from 'node:os'

/** Many tests wait for a process or a server: one file more than there are processors runs, each on databases and queues of its own. */
const jobs = Math.max(2, Math.min(4, availableParallelism() + 1))

export const parallel = ['--parallel', '--jobs', `${jobs}`]
