import {
  countFailure,
  type CountedFailure,
  type ProcessingFailure,
} from '../../../providers/domain/calls/dead-letter.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import { E } from '../../../fp.js'
import type { DeadLetterStorage } from '../../ports/dead-letter-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { HeldMessages } from '../../ports/dispatch-storage.js'
import type { Batcher } from '../../../kernel/batching/batcher.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import {
  type BatchLane,
  isolatedBatches,
  type BatchOutcome,
} from '../../../kernel/batching/isolated-batches.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'

/** Whether a failure is stored, so that the message doesn't have to be delivered again. */
export type Counted = 'counted' | 'not counted'

interface Needs {
  readonly storage: { readonly deadLetters: DeadLetterStorage }
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly telemetry: Telemetry
}

type Outcomes = ReadonlyArray<BatchOutcome<Counted>>

const COUNTED: BatchOutcome<Counted> = { _tag: 'Done', answer: 'counted' }
const NOT_COUNTED: BatchOutcome<Counted> = { _tag: 'Done', answer: 'not counted' }

const COUNT_LIMITS = { lanes: 1, maxBatch: 200, maxWaiting: 100_000 }

/** One failure per message: a second concurrent one adds no information. */
const firstOfEach = (failed: readonly ProcessingFailure[]): ReadonlyMap<MessageId, ProcessingFailure> =>
  new Map(failed.toReversed().map((one) => [one.messageId, one]))

/**
 * Counts processing failures of messages in the database (docs/promises#poison-messages), and sets when each
 * message is tried again. The fifth failure makes a dead letter, which isn't tried until a super admin
 * requeues it or the sweeps end it.
 */
export const countFailures = (needs: Needs): Batcher<ProcessingFailure, Counted> => {
  const { storage, clock, random, telemetry } = needs

  const tell = (counted: readonly CountedFailure[]): void => {
    for (const { failures, trace } of counted) {
      const { messageId, stage, deadAtMs, lastAtMs } = failures
      if (deadAtMs === lastAtMs) telemetry.emit({ _tag: 'DeadLettered', messageId, trace, stage })
    }
  }

  const countTogether = async (failed: readonly ProcessingFailure[], waits: boolean): Promise<Outcomes> => {
    const byMessage = firstOfEach(failed)
    let held: HeldMessages = new Map()
    const decide: Parameters<typeof storage.deadLetters.count>[1] = (locked, others) => {
      held = others
      return [...byMessage].flatMap(([messageId, failure]) => {
        const found = locked.get(messageId)
        if (found === undefined) return []
        const { message, failures } = found
        return countFailure(message, failures, failure, clock.nowMs(), random.fraction()) ?? []
      })
    }
    const counted = await storage.deadLetters.count([...byMessage.keys()], decide, waits)()
    if (E.isRight(counted)) tell(counted.right)
    else telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause: counted.left.cause })
    return failed.map(({ messageId }) => {
      if (E.isLeft(counted)) return NOT_COUNTED
      const organizationId = held.get(messageId)
      return organizationId === undefined ? COUNTED : { _tag: 'Held', organizationId }
    })
  }

  /** Halves a failing batch; the failure that makes it fail isn't counted, and is reported. */
  const run = (failed: readonly ProcessingFailure[], { organizationId }: BatchLane): Promise<Outcomes> =>
    inHalves<ProcessingFailure, string, Outcomes>({
      attempt: async (part) => {
        try {
          return E.right(await countTogether(part, organizationId !== undefined))
        } catch (cause) {
          return E.left(errorMessage(cause))
        }
      },
      alone: (part, cause) => {
        telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause })
        return part.map(() => NOT_COUNTED)
      },
      join: (first, second) => [...first.result, ...second.result],
    })(failed)

  return isolatedBatches<ProcessingFailure, Counted>(needs, {
    ...COUNT_LIMITS,
    batcher: 'failures',
    organizationOf: () => undefined,
    run,
  })
}
