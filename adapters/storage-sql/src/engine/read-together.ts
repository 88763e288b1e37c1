import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { Engine, Rows, Statement } from './engine.js'

type Answer = E.Either<StorageUnavailable, readonly Rows[]>

/**
 * Sends a reading: the result has the rows of the shared first statement, followed by those of the reading's
 * own statements.
 */
export type CombinedQuery = (statements: readonly Statement[]) => Promise<Answer>

interface Waiting {
  readonly statements: readonly Statement[]
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: unknown) => void
}

/** The maximum number of connections for such readings; they are brief, and others need some too. */
const LANES = 4
const MOST_TOGETHER = 32

const tell = (waiters: readonly Waiting[], answer: Answer): void => {
  let from = 1
  for (const { statements, resolve } of waiters) {
    const to = from + statements.length
    const begin = from
    resolve(E.map((rows: readonly Rows[]) => [rows[0] ?? [], ...rows.slice(begin, to)])(answer))
    from = to
  }
}

/**
 * Readings that start while a connection is busy, or within one turn of the event loop, are sent to the
 * database together, behind one shared first statement. Each reads after its own start, and none waits for a
 * timer.
 */
export const readTogether = (read: Engine['read'], first: Statement): CombinedQuery => {
  const waiting: Waiting[] = []
  let underWay = 0
  let isAwake = false

  const leave = async (): Promise<void> => {
    const waiters = waiting.splice(0, MOST_TOGETHER)
    underWay += 1
    try {
      tell(waiters, await read([first, ...waiters.flatMap(({ statements }) => statements)], 'each'))
    } catch (cause) {
      for (const { reject } of waiters) reject(cause)
    } finally {
      underWay -= 1
      if (waiting.length > 0) wake()
    }
  }

  const mayLeave = (): boolean => underWay < LANES && waiting.length > 0

  const leaveAll = (): void => {
    isAwake = false
    while (mayLeave()) void leave()
  }

  const wake = (): void => {
    if (isAwake || underWay >= LANES) return
    isAwake = true
    setImmediate(leaveAll)
  }

  return (statements) =>
    new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject })
      wake()
    })
}
