import { availableParallelism } from 'node:os'
import { E } from '@postrider/core/fp'

const MOST_WORKERS = 64

/**
 * The number of processes that share the ports: a number, or `auto` for the number of processors available to
 * this process.
 */
export const workerCount = (text: string): E.Either<string, number> => {
  if (text === 'auto') return E.right(Math.min(availableParallelism(), MOST_WORKERS))
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= MOST_WORKERS
    ? E.right(count)
    : E.left(`must be auto, or a number of processes from 1 to ${MOST_WORKERS}, not "${text}"`)
}

/** The complaint if several processes are requested and the database is a file. */
export const ONE_PROCESS =
  'must be 1 with SQLite, which allows only one process. Several need MySQL, MariaDB or PostgreSQL (POSTRIDER_STORAGE_URL)'
