import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** Long enough to discuss the result with a provider (docs/contract#provider-tests). */
const KEPT_MS = 30 * DAY_MS

/** Deletes at most `most` tests of provider accounts after their retention. Right: the number deleted. */
export const purgeProviderTests =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.providerTests.purge(clock.nowMs() - KEPT_MS, most)
