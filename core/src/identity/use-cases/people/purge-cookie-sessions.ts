import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** However far clocks differ, nothing goes that somebody could still use. */
const KEPT_MS = DAY_MS

/**
 * Deletes sessions at the console and at the website, and tickets, that were over a day ago, at most so many of each.
 * Right: how many.
 */
export const purgeCookieSessions =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
  async () => {
    const beforeMs = clock.nowMs() - KEPT_MS
    let purged = 0
    for (const of of [storage.operatorSessions, storage.personSessions, storage.sessionTickets]) {
      const gone = await of.purge(beforeMs, most)()
      if (E.isLeft(gone)) return gone
      purged += gone.right
    }
    return E.right(purged)
  }
