import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { ProviderTestStorage } from '../../ports/provider-test-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/** Long enough to discuss the result with a provider (docs/api/admin#provider-tests). */
const KEPT_MS = 30 * DAY_MS

interface Needs {
  readonly storage: { readonly providerTests: ProviderTestStorage }
  readonly clock: Clock
}

/** Deletes at most `most` tests of provider accounts after their retention. Right: the number deleted. */
export const purgeProviderTests =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.providerTests.purge(clock.nowMs() - KEPT_MS, most)
