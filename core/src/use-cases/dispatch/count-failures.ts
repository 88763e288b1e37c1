import {
  countFailure,
  type CountedFailure,
  type ProcessingFailure,
} from '../../domain/dispatch/dead-letter.js'
import type { MessageId } from '../../domain/ids/id.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { type Coalescer, coalesce } from '../concurrency/coalesce.js'

/** Whether a failure is on record, so that nobody has to hand the message over again. */
export type Counted = 'counted' | 'not counted'

type Needs = Pick<Ports, 'storage' | 'clock' | 'random' | 'timers' | 'telemetry'>

const COUNT_LIMITS = { lanes: 1, maxBatch: 200, maxWaiting: 100_000 }

/** One failure of each message: of two that come together, the second says nothing new. */
const firstOfEach = (failed: readonly ProcessingFailure[]): ReadonlyMap<MessageId, ProcessingFailure> =>
  new Map(failed.toReversed().map((one) => [one.messageId, one]))

/**
 * Counts in the database what kept messages from being processed (docs/promises#poison-messages), and says when
 * each is tried again. The fifth failure makes a dead letter, which nobody tries until an operator has it requeued
 * or the sweeps end it.
 */
export const countFailures = (needs: Needs): Coalescer<ProcessingFailure, Counted> => {
  const { storage, clock, random, timers, telemetry } = needs

  const tell = (counted: readonly CountedFailure[]): void => {
    for (const { failures, trace } of counted) {
      const { messageId, stage, deadAtMs, lastAtMs } = failures
      if (deadAtMs === lastAtMs) telemetry.emit({ _tag: 'DeadLettered', messageId, trace, stage })
    }
  }

  const run = async (failed: readonly ProcessingFailure[]): Promise<readonly Counted[]> => {
    const byMessage = firstOfEach(failed)
    const counted = await storage.deadLetters.count([...byMessage.keys()], (held) =>
      [...byMessage].flatMap(([messageId, failure]) => {
        const found = held.get(messageId)
        if (found === undefined) return []
        const { message, failures } = found
        return countFailure(message, failures, failure, clock.nowMs(), random.fraction()) ?? []
      }),
    )()
    if (E.isRight(counted)) tell(counted.right)
    else telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause: counted.left.cause })
    return failed.map(() => (E.isRight(counted) ? 'counted' : 'not counted'))
  }

  return coalesce({ ...COUNT_LIMITS, timers, run })
}
