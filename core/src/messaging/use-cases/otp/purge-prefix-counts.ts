import { countedSince } from '../../../otp/domain/breaker.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { TE } from '../../../fp.js'
import type { OtpStorage } from '../../../otp/ports/otp-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

interface Needs {
  readonly storage: { readonly otp: OtpStorage }
  readonly clock: Clock
}

/**
 * Deletes prefix counts of time slices that the SMS pumping breaker no longer reads, about `most` of them.
 * Right: the number deleted; it equals `most` if more may remain.
 */
export const purgePrefixCounts =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.otp.purgeSlices(countedSince(clock.nowMs()), most)
