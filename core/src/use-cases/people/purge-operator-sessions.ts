import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import { DAY_MS } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** However far clocks differ, nothing goes that somebody could still use. */
const KEPT_MS = DAY_MS

/** Deletes at most so many sessions of super admins, and tickets, that were over a day ago. Right: how many. */
export const purgeOperatorSessions =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.operatorSessions.purge(clock.nowMs() - KEPT_MS, most)
