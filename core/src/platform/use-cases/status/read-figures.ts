import { LONGEST_BLOCK_MS } from '../../../otp/domain/breaker.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { ORPHAN_AFTER_MS, PAST_CHECK_MS } from '../../../providers/domain/calls/past-check.js'
import type { TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Figures, FigureStorage } from '../../ports/figure-storage.js'

/**
 * Below a hundred of most currencies an account is low: a person has to be asked for money, which takes days.
 */
const LOW_MINOR = 10_000

interface Needs {
  readonly storage: { readonly figures: FigureStorage }
  readonly clock: Clock
}

/** Counts the items that wait for people and the stopped ones, by the rules of the super admins' lists. */
export const readFigures =
  ({ storage, clock }: Needs) =>
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
