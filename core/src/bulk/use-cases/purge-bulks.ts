import { SELECTION_MS } from '../domain/bulk.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { DAY_MS } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'

/** As long as the results of operations: so long nothing of a bulk could be done twice. */
const KEPT_MS = 400 * DAY_MS

/** Deletes a few selections that nobody began with, and bulks that ended long ago. Right: how many. */
export const purgeBulks =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (): TE.TaskEither<StorageUnavailable, number> => {
    const nowMs = clock.nowMs()
    return storage.bulks.purge(nowMs - 2 * SELECTION_MS, nowMs - KEPT_MS)
  }
