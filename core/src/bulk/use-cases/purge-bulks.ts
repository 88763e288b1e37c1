import { SELECTION_MS } from '../domain/bulk.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { DAY_MS } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { BulkStorage } from '../ports/bulk-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'

/** As long as the results of operations are kept; after that, an item could be executed twice. */
const KEPT_MS = 400 * DAY_MS

interface Needs {
  readonly storage: { readonly bulks: BulkStorage }
  readonly clock: Clock
}

/**
 * Deletes some selections that were never started, and bulks that ended long ago. Right: the number deleted.
 */
export const purgeBulks =
  ({ storage, clock }: Needs) =>
  (): TE.TaskEither<StorageUnavailable, number> => {
    const nowMs = clock.nowMs()
    return storage.bulks.purge(nowMs - 2 * SELECTION_MS, nowMs - KEPT_MS)
  }
