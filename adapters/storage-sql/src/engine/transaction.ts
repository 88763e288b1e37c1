import { E } from '@postrider/core/fp'
import type { Driver, Session, Trouble } from './driver.js'
import type { Failure, Rows, Statement, Writing } from './engine.js'
import { mayRepeat, newPatience, pause } from './patience.js'

type Stage = 'gather' | 'write'

type Outcome<A> =
  | { readonly kind: 'done'; readonly result: A }
  | { readonly kind: 'failed'; readonly stage: Stage; readonly error: unknown }

/** Ends the transaction whatever happened; a connection that cannot even roll back is thrown away. */
const abandon = async (session: Session): Promise<void> => {
  try {
    await session.rollback()
    session.release(false)
  } catch {
    session.release(true)
  }
}

const attempt = async <A>(
  driver: Driver,
  gather: readonly Statement[],
  judge: (gathered: readonly Rows[]) => Writing<A>,
): Promise<Outcome<A>> => {
  let session: Session
  try {
    session = await driver.acquire()
  } catch (error) {
    return { kind: 'failed', stage: 'gather', error }
  }
  let stage: Stage = 'gather'
  let writing: Writing<A>
  try {
    const gathered = await session.begin(gather)
    writing = judgeSafely(judge, gathered)
    if (writing.statements.length > 0) {
      stage = 'write'
      await session.commit(writing.statements)
      session.release(false)
      return { kind: 'done', result: writing.result }
    }
  } catch (error) {
    await abandon(session)
    if (error instanceof Misjudged) throw error.cause
    return { kind: 'failed', stage, error }
  }
  await abandon(session)
  return { kind: 'done', result: writing.result }
}

/** Carries what `judge` threw past the database's own errors: a bug is thrown, never retried. */
class Misjudged extends Error {
  constructor(override readonly cause: unknown) {
    super('the decision failed')
  }
}

const judgeSafely = <A>(
  judge: (gathered: readonly Rows[]) => Writing<A>,
  gathered: readonly Rows[],
): Writing<A> => {
  try {
    return judge(gathered)
  } catch (error) {
    throw new Misjudged(error)
  }
}

/** What is told when no further attempt is made. */
const failureOf = (stage: Stage, { kind, cause }: Trouble): Failure => {
  if (kind === 'duplicate' || kind === 'refused') return { _tag: 'BatchFailed', cause }
  if (kind === 'lost' && stage === 'write') return { _tag: 'CommitUnknown', cause }
  return { _tag: 'StorageUnavailable', cause }
}

/** Runs a transaction, again where that is right and within its patience. */
export const transactWith =
  (driver: Driver) =>
  async <A>(
    gather: readonly Statement[],
    judge: (gathered: readonly Rows[]) => Writing<A>,
  ): Promise<E.Either<Failure, A>> => {
    const patience = newPatience()
    for (;;) {
      const outcome = await attempt(driver, gather, judge)
      if (outcome.kind === 'done') return E.right(outcome.result)
      const trouble = driver.troubleOf(outcome.error)
      const unknown = trouble.kind === 'lost' && outcome.stage === 'write'
      if (unknown || !mayRepeat(patience, trouble)) return E.left(failureOf(outcome.stage, trouble))
      await pause()
    }
  }

/** Reads, again where that is right: there is nothing to be unsure about. */
export const readWith =
  (driver: Driver) =>
  async (
    ...asked: Parameters<Driver['read']>
  ): Promise<E.Either<Extract<Failure, { _tag: 'StorageUnavailable' }>, readonly Rows[]>> => {
    const patience = newPatience()
    for (;;) {
      try {
        return E.right(await driver.read(...asked))
      } catch (error) {
        const trouble = driver.troubleOf(error)
        if (!mayRepeat(patience, trouble)) return E.left({ _tag: 'StorageUnavailable', cause: trouble.cause })
        await pause()
      }
    }
  }
