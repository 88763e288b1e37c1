import type { CallOptions } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import { pause, stopOf } from '../calls/pauses.js'
import type { Message, MessageState } from '../contract/shapes.js'
import { AbortedError, WaitTimeoutError } from '../errors/unanswered-errors.js'
import { checkedMs } from '../settings.js'

/** How long to wait for a message, and for what. */
export interface WaitOptions extends CallOptions {
  /** A state, or `final`: any after which nothing more comes that matters to who sent it. */
  readonly until?: MessageState | 'final'
}

/** Its reader. */
interface Reader {
  get(messageId: string, options: CallOptions): Promise<Answered<Message>>
}

/** What is new to this client is not final. */
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

/** Asks in growing pauses. A state that cannot come any more, because the message has come to its end, is not waited for. */
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
