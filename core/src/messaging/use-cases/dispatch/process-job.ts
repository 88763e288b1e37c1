import type { FailureStage, ProcessingFailure } from '../../../providers/domain/calls/dead-letter.js'
import type { Report } from '../../domain/dispatch/report.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import { type TraceContext, UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E } from '../../../fp.js'
import type { DeadLetterStorage } from '../../ports/dead-letter-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { Job } from '../../ports/queue.js'
import type { Batcher } from '../../../kernel/batching/batcher.js'
import type { Assignment } from './assign.js'
import { countFailures } from './count-failures.js'
import type { Recorded } from './record-reports.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'

/** Processes messages; true means that the queue can drop the job, because the database has its state. */
export interface JobProcessor {
  /** Performs the message's assignment and records the result. It doesn't throw errors of the assignment. */
  processJob(job: Job, assignment: Assignment): Promise<boolean>
}

/** The attempt that started with the claim; undefined if none did. */
const attemptIn = (assignment: Assignment): number | undefined =>
  assignment._tag === 'Submit' ? assignment.attempt?.number : undefined

/** The trace from the message's row, if that was read. */
const traceIn = (assignment: Assignment): TraceContext | undefined => {
  if (assignment._tag === 'Other') return assignment.message.trace
  return 'call' in assignment ? assignment.call.message.trace : undefined
}

/** Assignments without any work: the delivery goes back to the queue. */
const NOT_DONE: ReadonlySet<Assignment['_tag']> = new Set(['CatalogNeeded', 'LeftAlone', 'Held'])

/** Releases the account's slot; the result of the intent is recorded by now. */
const leaveRoom = (assignment: Assignment): void => {
  if (assignment._tag === 'Submit') assignment.call.target.slot.leave()
}

/** The attempt that a report is about, or else the one that its assignment started. */
const attemptOf = (report: Report, assignment: Assignment): number | undefined =>
  report._tag === 'Called' ? report.attempt : attemptIn(assignment)

/** The stage at which a call failed because of the message itself, if it did. */
const failedAt = (report: Report): FailureStage | undefined =>
  report._tag === 'Called' && report.outcome._tag === 'Deferred' ? report.outcome.failed : undefined

interface Needs {
  readonly storage: { readonly deadLetters: DeadLetterStorage }
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly telemetry: Telemetry
}

/**
 * Processes jobs. Repeated failures caused by the message itself are counted, and make it a dead letter
 * (docs/promises#poison-messages).
 */
export const jobProcessor = (
  ports: Needs,
  carry: (assignment: Assignment) => Promise<Report | undefined>,
  reports: Batcher<Report, Recorded>,
): JobProcessor => {
  const failures = countFailures(ports)

  /** Whether the failure is recorded: the message is then due again later, or a dead letter. */
  const isCounted = async (failure: ProcessingFailure): Promise<boolean> => {
    const counted = await failures.submit(failure)
    return E.isRight(counted) && counted.right === 'counted'
  }

  /**
   * Records that the message's processing failed, and reports the cause only to telemetry, because the record
   * doesn't contain it.
   */
  const broke = async (
    failure: ProcessingFailure,
    cause: unknown,
    trace: TraceContext = UNTRACED,
  ): Promise<boolean> => {
    const about = { messageId: failure.messageId, trace }
    ports.telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause: errorMessage(cause), about })
    return isCounted(failure)
  }

  const record = async (messageId: MessageId, assignment: Assignment, report: Report): Promise<boolean> => {
    const attempt = attemptOf(report, assignment)
    const recorded = await reports.submit(report)
    if (E.isLeft(recorded)) return false
    if (recorded.right === 'refused') return isCounted({ messageId, stage: 'recording', attempt })
    const stage = failedAt(report)
    if (stage !== undefined) await isCounted({ messageId, stage, attempt })
    return true
  }

  return {
    processJob: async ({ messageId, trace }, assignment) => {
      if (NOT_DONE.has(assignment._tag)) return false
      if (assignment._tag === 'Broken')
        return broke({ messageId, stage: 'claim', attempt: undefined }, assignment.cause, trace)
      try {
        const report = await carry(assignment)
        return report === undefined || (await record(messageId, assignment, report))
      } catch (cause) {
        return broke(
          { messageId, stage: 'work', attempt: attemptIn(assignment) },
          cause,
          traceIn(assignment) ?? trace,
        )
      } finally {
        leaveRoom(assignment)
      }
    },
  }
}
