import type { MessageProperties, Options } from 'amqplib'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import { isId, type MessageId } from '@postrider/core/kernel/ids/id'
import { type TraceContext, UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import type { Job } from '@postrider/core/messaging/ports/queue'

const VERSION = 1
const LONGEST_BYTES = 1024

/** The queue of a lane, and the one for jobs that no consumer could read or survive. */
export const laneQueue = (prefix: string, lane: Lane): string => `${prefix}.${lane}`
export const deadQueue = (prefix: string): string => `${prefix}.dead`

/** A job's body; the queue determines the lane. */
export const encodeJob = (messageId: MessageId): Buffer =>
  Buffer.from(`{"v":${VERSION},"messageId":"${messageId}"}`)

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The message of a body; undefined if the body isn't one of ours. */
export const decodeJob = (body: Buffer): MessageId | undefined => {
  const read = body.length > LONGEST_BYTES ? undefined : parse(body)
  if (typeof read !== 'object' || read === null) return undefined
  if (!('v' in read) || read.v !== VERSION || !('messageId' in read)) return undefined
  const { messageId } = read
  return typeof messageId === 'string' && isId('msg', messageId) ? messageId : undefined
}

/**
 * The publish options of a job: persistent, returned if no queue accepts it, and with the identifiers that
 * its message's log lines have, for people who inspect the broker.
 */
export const publishOptions = ({ messageId, trace = UNTRACED }: Job): Options.Publish => {
  const { requestId, traceparent } = trace
  const options: Options.Publish = {
    persistent: true,
    mandatory: true,
    messageId,
    contentType: 'application/json',
  }
  if (requestId !== undefined) options.correlationId = requestId
  if (traceparent !== undefined) options.headers = { traceparent }
  return options
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The trace of a delivery; empty if an older program published it. */
export const traceIn = ({ correlationId, headers }: MessageProperties): TraceContext => ({
  requestId: textIn(correlationId),
  traceparent: textIn(headers?.['traceparent']),
})
