import type { TE } from '../fp.js'
import type { Clock } from '../kernel/ports/clock.js'
import type { Storage } from './storage.js'
import type { Pacing } from '../kernel/background/pacing.js'

/** Wraps a storage and measures its send transactions, so that background work is paced by them. */
export const watchSends = (storage: Storage, clock: Clock, pacing: Pick<Pacing, 'note'>): Storage => {
  const timed =
    <E, A>(kind: Parameters<Pacing['note']>[0], transaction: TE.TaskEither<E, A>): TE.TaskEither<E, A> =>
    async () => {
      const beganAtMs = clock.nowMs()
      const done = await transaction()
      pacing.note(kind, Math.max(0, clock.nowMs() - beganAtMs))
      return done
    }
  const { acceptance, dispatch } = storage
  return {
    ...storage,
    // Wrapped method by method: an adapter may be a class instance.
    acceptance: {
      accept: (...given) => timed('accept', acceptance.accept(...given)),
      inspect: (...given) => acceptance.inspect(...given),
      findAccepted: (...given) => acceptance.findAccepted(...given),
      purgeAccepted: (...given) => acceptance.purgeAccepted(...given),
    },
    dispatch: {
      claim: (...given) => timed('claim', dispatch.claim(...given)),
      begin: (...given) => dispatch.begin(...given),
      work: (...given) => dispatch.work(...given),
      suppressedSince: (...given) => dispatch.suppressedSince(...given),
      suppressed: (...given) => dispatch.suppressed(...given),
    },
  }
}
