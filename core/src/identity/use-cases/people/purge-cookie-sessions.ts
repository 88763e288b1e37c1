import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type {
  OperatorSessionStorage,
  PersonSessionStorage,
  SessionTicketStorage,
} from '../../ports/cookie-session-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/** Longer than clocks can differ, so that no usable session is deleted. */
const KEPT_MS = DAY_MS

interface Needs {
  readonly storage: {
    readonly operatorSessions: OperatorSessionStorage
    readonly personSessions: PersonSessionStorage
    readonly sessionTickets: SessionTicketStorage
  }
  readonly clock: Clock
}

/**
 * Deletes sessions at the console and at the website, and tickets, that ended over a day ago, at most `most`
 * of each. Right: the number deleted.
 */
export const purgeCookieSessions =
  ({ storage, clock }: Needs) =>
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
