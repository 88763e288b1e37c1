import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** What people wrote is theirs: it is kept no longer than who answers them needs (docs/contract#inbound-messages). */
const KEPT_MS = 90 * DAY_MS

/** Deletes at most so many messages that people wrote 90 days ago, and as old words of vendors. Right: how many. */
export const purgeInbound =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.inbound.purge(clock.nowMs() - KEPT_MS, most)
