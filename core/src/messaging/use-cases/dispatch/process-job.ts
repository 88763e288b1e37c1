import type { FailureStage, ProcessingFailure } from '../../../providers/domain/calls/dead-letter.js'
import type { Report } from '../../domain/dispatch/report.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import { type TraceContext, UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { Job } from '../../ports/queue.js'
import type { Batcher } from '../../../kernel/batching/batcher.js'
import type { Assignment } from './assign.js'
import { countFailures } from './count-failures.js'
import type { Recorded } from './record-reports.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'

/** Sees messages through; true: the queue may forget the message, for what is to be done stands in the database. */
export interface JobProcessor {
  /** Does what the message was assigned, and puts on record what came of it. Never throws what it does for. */
  processJob(job: Job, assignment: Assignment): Promise<boolean>
}

/** The attempt whose work an assignment is; undefined where none was begun with the claim. */
const attemptIn = (assignment: Assignment): number | undefined =>
  assignment._tag === 'Submit' ? assignment.attempt?.number : undefined

/** As the message's row has it, where that was read. */
const traceIn = (assignment: Assignment): TraceContext | undefined => {
  if (assignment._tag === 'Other') return assignment.message.trace
  return 'call' in assignment ? assignment.call.message.trace : undefined
}

/** Nothing was done, and the delivery goes back. */
const NOT_DONE: ReadonlySet<Assignment['_tag']> = new Set(['CatalogNeeded', 'LeftAlone', 'Held'])

/** Gives up what the message had of its account's room: by now what came of its intent is on record. */
const leaveRoom = (assignment: Assignment): void => {
  if (assignment._tag === 'Submit') assignment.call.target.slot.leave()
}

/** The attempt that a report is about, or else the one that its assignment began. */
const attemptOf = (report: Report, assignment: Assignment): number | undefined =>
  report._tag === 'Called' ? report.attempt : attemptIn(assignment)

/** Where a call failed for the message's own sake, if it did. */
const failedAt = (report: Report): FailureStage | undefined =>
  report._tag === 'Called' && report.outcome._tag === 'Deferred' ? report.outcome.failed : undefined

/**
 * What keeps failing for a message's own sake is counted, and becomes a dead letter
 * (docs/promises#poison-messages).
 */
export const jobProcessor = (
  ports: Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry' | 'random'>,
  carry: (assignment: Assignment) => Promise<Report | undefined>,
  reports: Batcher<Report, Recorded>,
): JobProcessor => {
  const failures = countFailures(ports)

  /** Whether the failure is on record: the message is due again by then, or a dead letter. */
  const isCounted = async (failure: ProcessingFailure): Promise<boolean> => {
    const counted = await failures.submit(failure)
    return E.isRight(counted) && counted.right === 'counted'
  }

  /** Puts on record that the message's work broke, and tells telemetry why: the record never repeats it. */
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
