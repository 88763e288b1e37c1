import type { StorageUnavailable } from '../refusals/outage.js'
import { DAY_MS } from '../time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'

/**
 * As long as the keys of sends (docs/contract#operation-idempotency): a mutation that is repeated after that is a
 * new one.
 */
const KEPT_MS = 400 * DAY_MS

/** Forgets at most so many results of mutations that were kept long enough. Right: how many. */
export const purgeResults =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.units.purgeResults(clock.nowMs() - KEPT_MS, most)
