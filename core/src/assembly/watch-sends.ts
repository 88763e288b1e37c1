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
      accept: (query, decide) => timed('accept', acceptance.accept(query, decide)),
      inspect: (query) => acceptance.inspect(query),
      findAccepted: (query) => acceptance.findAccepted(query),
      purgeAccepted: (beforeMs, limit) => acceptance.purgeAccepted(beforeMs, limit),
    },
    dispatch: {
      claim: (messageIds, decide) => timed('claim', dispatch.claim(messageIds, decide)),
      begin: (...given) => dispatch.begin(...given),
      work: (...given) => dispatch.work(...given),
      suppressed: (keys) => dispatch.suppressed(keys),
    },
  }
}
