import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { PeopleStorage } from '../../ports/people-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/** Expired tokens are kept for a day: a late use still reveals a theft. */
const KEPT_MS = DAY_MS

interface Needs {
  readonly storage: { readonly people: PeopleStorage }
  readonly clock: Clock
}

/**
 * Deletes at most `most` tokens, sessions, links and throttles a day after they were last needed. Right: the
 * number deleted.
 */
export const purgePeople =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.people.purge(clock.nowMs() - KEPT_MS, most)
