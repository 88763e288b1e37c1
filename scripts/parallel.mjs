// The number of test files that run at once.
import { availableParallelism } from 'node:os'

/**
 * Two more than processors: many tests wait for a process, a server or a timer. With one more, two processors
 * were idle for more than a quarter of a complete run. Each file uses its own databases and queues.
 */
const jobs = Math.max(2, Math.min(4, availableParallelism() + 1))

export const parallel = ['--parallel', '--jobs', `${jobs}`]
