import { E } from '../../../fp.js'
import type { AcceptanceStorage } from '../../ports/acceptance-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { KnownChanges } from '../../../tenancy/use-cases/known-changes.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import type { SubmissionOutcome } from './acceptance-answer.js'
import { isReady, type Preparation, type PreparedSubmission } from './prepare-submission.js'
import type { QueuedSubmission, RunSubmissions } from './submission-lanes.js'
import { writeSubmissions } from './write-submissions.js'

/**
 * Recalls one submission. An error thrown while preparing it affects only this submission, not the others of
 * its batch.
 */
const recallAlone = (
  { recall }: Preparation,
  { pending, atLeastEpoch }: QueuedSubmission,
): PreparedSubmission | undefined => {
  try {
    return recall(pending, atLeastEpoch)
  } catch (error) {
    return { _tag: 'Answered', failure: { _tag: 'BatchFailed', cause: errorMessage(error) } }
  }
}

interface Needs {
  readonly storage: { readonly acceptance: AcceptanceStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly telemetry: Telemetry
}

/**
 * Accepts submissions in one transaction. Everything that they depend on is in memory, and the transaction
 * checks that it hasn't changed for their Organizations. Returns one outcome per submission, in order:
 * `Stale` for those that must be prepared again, while the others are accepted; `held` only if the call
 * doesn't wait.
 */
export const acceptSubmissions = (
  ports: Needs,
  preparation: Preparation,
  changes: KnownChanges,
): RunSubmissions => {
  const { clock, telemetry } = ports
  const write = writeSubmissions(ports, changes)

  /** Facts read before this epoch aren't used, because their Organization's catalog has changed since. */
  const neededEpoch = ({ pending, atLeastEpoch }: QueuedSubmission): number =>
    Math.max(atLeastEpoch, changes.lastNoticed(pending.caller.credential.organizationId))

  return async (queued, waits) => {
    const startedAtMs = clock.nowMs()
    const needed = queued.map(neededEpoch)
    const prepared = queued.map(({ pending }, at) => {
      const atLeastEpoch = needed[at] ?? 0
      return queued.length === 1
        ? preparation.recall(pending, atLeastEpoch)
        : recallAlone(preparation, { pending, atLeastEpoch })
    })
    const ready = prepared.filter((one) => one !== undefined).filter(isReady)
    const written = (await write(ready, waits)).values()
    changes.keepUp()
    const outcomes = prepared.map((one, at): SubmissionOutcome => {
      if (one === undefined) return { _tag: 'Stale', epoch: needed[at] ?? 0 }
      if (!isReady(one)) return E.left(one.failure)
      const { value } = written.next()
      if (value === undefined) throw new Error('a submission was written and has no outcome')
      return value
    })
    const size = queued.reduce((sum, { pending }) => sum + pending.items.length, 0)
    telemetry.emit({ _tag: 'AcceptanceBatch', size, durationMs: clock.nowMs() - startedAtMs })
    return outcomes
  }
}
