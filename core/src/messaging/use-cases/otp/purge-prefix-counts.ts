import { countedSince } from '../../../otp/domain/breaker.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/**
 * Deletes what was counted of prefixes in slices of time that the toll-fraud breaker looks at no more, about so many
 * counts. Right: how many, thus `most` where more may be left.
 */
export const purgePrefixCounts =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.otp.purgeSlices(countedSince(clock.nowMs()), most)
