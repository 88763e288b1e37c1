import { SELECTION_MS } from '../domain/bulk.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { DAY_MS } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'

/** As long as the results of operations are kept; after that, an item could be executed twice. */
const KEPT_MS = 400 * DAY_MS

/**
 * Deletes some selections that were never started, and bulks that ended long ago. Right: the number deleted.
 */
export const purgeBulks =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (): TE.TaskEither<StorageUnavailable, number> => {
    const nowMs = clock.nowMs()
    return storage.bulks.purge(nowMs - 2 * SELECTION_MS, nowMs - KEPT_MS)
  }
