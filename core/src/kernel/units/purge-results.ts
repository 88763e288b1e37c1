import type { StorageUnavailable } from '../refusals/outage.js'
import { DAY_MS } from '../time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../ports/clock.js'

/**
 * As long as the keys of sends (docs/api/operations#operation-idempotency): a repeated mutation after that
 * counts as a new one.
 */
const KEPT_MS = 400 * DAY_MS

interface Needs {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
}

/** Deletes at most `most` results of mutations after their retention period. Right: the number deleted. */
export const purgeResults =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.units.purgeResults(clock.nowMs() - KEPT_MS, most)
