import { E } from '@postrider/core/fp'
import type { Driver, DatabaseSession, ClassifiedError } from './driver.js'
import type {
  Engine,
  TransactionQuery,
  EngineFailure,
  Rows,
  Statement,
  TransactionWork,
  WritePlan,
} from './engine.js'
import { type DiskSpace, watchDiskSpace } from './disk-space.js'
import { mayRetry, newRetryBudget, pause } from './retry-budget.js'
import { causeOf, type StorageObserver } from './watch.js'

type Stage = 'gather' | 'write'

type Outcome<A> =
  | { readonly kind: 'done'; readonly result: A }
  | { readonly kind: 'failed'; readonly stage: Stage; readonly error: unknown }

/** Ends the transaction whatever happened; a connection that can't roll back is discarded. */
const abandon = async (session: DatabaseSession): Promise<void> => {
  try {
    await session.rollback()
    session.release(false)
  } catch {
    session.release(true)
  }
}

/**
 * Remembers the first database error: even if the work swallows it, nothing is committed. Other exceptions
 * are bugs.
 */
const listening = (session: DatabaseSession) => {
  let met: { readonly error: unknown } | undefined
  let unanswered = 0
  let isOver = false
  const hear = async <A>(answer: Promise<A>): Promise<A> => {
    unanswered += 1
    try {
      return await answer
    } catch (error) {
      met ??= { error }
      throw error
    } finally {
      unanswered -= 1
    }
  }
  const ask: TransactionQuery = async (statements) => {
    if (isOver) throw new Error('the transaction was over before it was asked')
    return hear(session.ask(statements))
  }
  const end = (): void => {
    isOver = true
    if (met !== undefined) throw met.error
    if (unanswered > 0) throw new Error('the transaction ended before it was answered')
  }
  return { hear, ask, end, met: () => met }
}

const attempt = async <A>(
  driver: Driver,
  opening: readonly Statement[],
  work: TransactionWork<A>,
): Promise<Outcome<A>> => {
  let session: DatabaseSession
  try {
    session = await driver.acquire()
  } catch (error) {
    return { kind: 'failed', stage: 'gather', error }
  }
  const { hear, ask, end, met } = listening(session)
  let stage: Stage = 'gather'
  try {
    const { statements, isKept, result } = await work(await hear(session.begin(opening)), ask)
    end()
    if (isKept) {
      stage = 'write'
      await hear(session.commit(statements))
      session.release(false)
    } else await abandon(session)
    return { kind: 'done', result }
  } catch (error) {
    await abandon(session)
    const classified = met()
    if (classified === undefined) throw error
    return { kind: 'failed', stage, error: classified.error }
  }
}

/** The error returned when no further attempt is made. */
const failureOf = (stage: Stage, { kind, cause }: ClassifiedError): EngineFailure => {
  if (kind === 'duplicate' || kind === 'refused') return { _tag: 'BatchFailed', cause }
  if (kind === 'lost' && stage === 'write') return { _tag: 'CommitUnknown', cause }
  return { _tag: 'StorageUnavailable', cause }
}

/** Runs a transaction, and repeats it if that is allowed and within its retry budget. */
const transactionWith =
  (driver: Driver, room: DiskSpace, watch: StorageObserver) =>
  async <A>(opening: readonly Statement[], work: TransactionWork<A>): Promise<E.Either<EngineFailure, A>> => {
    const budget = newRetryBudget()
    for (;;) {
      const outcome = await attempt(driver, opening, work)
      if (outcome.kind === 'done') return E.right(outcome.result)
      const classified = driver.classify(outcome.error)
      const unknown = classified.kind === 'lost' && outcome.stage === 'write'
      if (unknown || !mayRetry(budget, classified)) {
        if (classified.isWithoutRoom) room.lacked(classified.cause)
        watch.failed(causeOf(classified))
        return E.left(failureOf(outcome.stage, classified))
      }
      watch.repeated(causeOf(classified))
      await pause(budget)
    }
  }

/**
 * The same for decisions made at once: nothing is read after the start, and without statements nothing is
 * kept.
 */
const transactWith =
  (driver: Driver, room: DiskSpace, watch: StorageObserver) =>
  <A>(
    gather: readonly Statement[],
    judge: (gathered: readonly Rows[]) => WritePlan<A>,
  ): Promise<E.Either<EngineFailure, A>> =>
    transactionWith(
      driver,
      room,
      watch,
    )(gather, async (gathered) => {
      const { statements, result } = judge(gathered)
      return { statements, isKept: statements.length > 0, result }
    })

/** Whether an error ended the transaction before its commit. A reading without locks is never refused. */
const isOfTransaction = ({ kind }: ClassifiedError, afterwards: readonly Statement[]): boolean =>
  kind === 'again' ||
  kind === 'duplicate' ||
  kind === 'refused' ||
  (afterwards.length === 0 && kind !== 'lost')

/**
 * Writes statements that were decided before, in one round trip. The outcome is only unknown if the connection
 * is lost, or if an error may belong to a reading after the commit.
 */
const writeWith =
  (driver: Driver, room: DiskSpace, watch: StorageObserver) =>
  async (...[statements, afterwards = []]: Parameters<Engine['write']>): ReturnType<Engine['write']> => {
    let session: DatabaseSession
    try {
      session = await driver.acquire()
    } catch (error) {
      watch.repeated(causeOf(driver.classify(error)))
      return E.right(undefined)
    }
    try {
      const rows = await session.whole(statements, afterwards)
      session.release(false)
      return E.right(rows)
    } catch (error) {
      await abandon(session)
      const classified = driver.classify(error)
      if (classified.isWithoutRoom) room.lacked(classified.cause)
      if (isOfTransaction(classified, afterwards)) {
        // A held lock isn't a fault if the statement doesn't wait for it. A lock timeout is counted by the
        // next read.
        if (classified.met !== 'lock_wait') watch.repeated(causeOf(classified))
        return E.right(undefined)
      }
      watch.failed(causeOf(classified))
      return E.left({ _tag: 'CommitUnknown', cause: classified.cause })
    }
  }

/** Reads, and repeats that if it is allowed: a reading has no unknown outcome. */
const readWith =
  (driver: Driver, watch: StorageObserver) =>
  async (
    ...reading: Parameters<Driver['read']>
  ): Promise<E.Either<Extract<EngineFailure, { _tag: 'StorageUnavailable' }>, readonly Rows[]>> => {
    const budget = newRetryBudget()
    for (;;) {
      try {
        return E.right(await driver.read(...reading))
      } catch (error) {
        const classified = driver.classify(error)
        if (!mayRetry(budget, classified)) {
          watch.failed(causeOf(classified))
          return E.left({ _tag: 'StorageUnavailable', cause: classified.cause })
        }
        watch.repeated(causeOf(classified))
        await pause(budget)
      }
    }
  }

/** The transactions and readings of an engine, which are the same for each driver. */
export const transactionsOn = (
  driver: Driver,
  watch: StorageObserver,
): Pick<Engine, 'transact' | 'transaction' | 'write' | 'read' | 'lackOfRoom'> => {
  const room = watchDiskSpace()
  return {
    transact: transactWith(driver, room, watch),
    transaction: transactionWith(driver, room, watch),
    write: writeWith(driver, room, watch),
    read: readWith(driver, watch),
    lackOfRoom: room.lastLack,
  }
}
