import { countedSince } from '../../../otp/domain/breaker.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/**
 * Deletes prefix counts of time slices that the SMS pumping breaker no longer reads, about `most` of them.
 * Right: the number deleted; it equals `most` if more may remain.
 */
export const purgePrefixCounts =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.otp.purgeSlices(countedSince(clock.nowMs()), most)
