import { LONGEST_BLOCK_MS } from '../../../otp/domain/breaker.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { ORPHAN_AFTER_MS, PAST_CHECK_MS } from '../../../providers/domain/calls/past-check.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { Figures } from '../../ports/figure-storage.js'

/** An account with less than a hundred of most currencies is low: a person has to be asked for money, which takes days. */
const LOW_MINOR = 10_000

/** Reads what waits for people and what is stopped, by the rules of the lists that operators are shown. */
export const readFigures =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (): TE.TaskEither<StorageUnavailable, Figures> => {
    const nowMs = clock.nowMs()
    return storage.figures.read({
      nowMs,
      unconfirmedSinceMs: nowMs - PAST_CHECK_MS,
      orphanedSinceMs: nowMs - ORPHAN_AFTER_MS,
      blockedSinceMs: nowMs - LONGEST_BLOCK_MS,
      lowMinor: LOW_MINOR,
    })
  }
