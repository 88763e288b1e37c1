import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** What is over is kept for a day: a token that is used late still betrays a theft. */
const KEPT_MS = DAY_MS

/** Deletes at most so many tokens, sessions, links and throttles that have been of no use for a day. Right: how many. */
export const purgePeople =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.people.purge(clock.nowMs() - KEPT_MS, most)
