import type { CallOptions } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import { pause, stopOf } from '../calls/pauses.js'
import type { Message, MessageState } from '../contract/shapes.js'
import { AbortedError, WaitTimeoutError } from '../errors/unanswered-errors.js'
import { checkedMs } from '../settings.js'

/** The state to wait for, and the time limit. */
export interface WaitOptions extends CallOptions {
  /** A state, or `final`: any state after which the sender needs no further one. */
  readonly until?: MessageState | 'final'
}

/** Reads a message. */
interface Reader {
  get(messageId: string, options: CallOptions): Promise<Answered<Message>>
}

/** States that are unknown to this client aren't final. */
const FINAL: ReadonlySet<string> = new Set([
  'DELIVERED',
  'READ',
  'UNDELIVERED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
])

const TIMEOUT_MS = 60_000
const FIRST_MS = 500
const LONGEST_MS = 5_000
const GROWTH = 1.5

const isOver = ({ state }: Message, until: string): boolean =>
  state === until || (until === 'final' && FINAL.has(state))

const tooLong = (message: Message, attempts: number): WaitTimeoutError => {
  const facts = { code: 'wait_timeout', retryable: true, attempts }
  return new WaitTimeoutError(`The message is still ${message.state}; it goes on.`, facts)
}

/** Polls with growing pauses. Stops if the state can no longer be reached, because the message is final. */
export const waitFor = async (
  reader: Reader,
  messageId: string,
  { until = 'final', timeoutMs, signal }: WaitOptions,
): Promise<Answered<Message>> => {
  const deadlineMs = performance.now() + checkedMs('timeoutMs', timeoutMs, TIMEOUT_MS)
  const stop = stopOf(signal)
  let waitMs = FIRST_MS
  for (let attempts = 1; ; attempts += 1) {
    const leftMs = Math.max(1, deadlineMs - performance.now())
    const message = await reader.get(messageId, { signal, timeoutMs: leftMs })
    if (isOver(message, until) || (until !== 'READ' && FINAL.has(message.state))) return message
    if (performance.now() + waitMs >= deadlineMs) throw tooLong(message, attempts)
    await pause(waitMs, stop)
    if (stop.isStopped)
      throw new AbortedError('The signal ended the wait.', {
        code: 'aborted',
        attempts,
        cause: signal?.reason,
      })
    waitMs = Math.min(LONGEST_MS, waitMs * GROWTH)
  }
}
