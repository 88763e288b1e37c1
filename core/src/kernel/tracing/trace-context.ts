import type { MessageId } from '../ids/id.js'

/** By what everything is found that was done for a message: its log lines, its job, its provider calls. */
export interface TraceContext {
  /** Of the request that the message was accepted by; undefined if there was no request. */
  readonly requestId: string | undefined
  /** The caller's own place in a distributed trace (W3C Trace Context), if it gave one. Handed on, never altered. */
  readonly traceparent: string | undefined
}

/** The trace context of a message that was accepted without a request. */
export const UNTRACED: TraceContext = { requestId: undefined, traceparent: undefined }

/** Which message something happened to, and by what its other lines are found. */
export interface TracedMessage {
  readonly messageId: MessageId
  readonly trace: TraceContext
}

/** No more of a message than that: what is told of it must not have its recipient, nor what it says. */
export const traced = ({ messageId, trace }: TracedMessage): TracedMessage => ({ messageId, trace })

/** How long a traceparent of version 00 is. */
export const TRACEPARENT_LENGTH = 55

/** What every version begins with; 'ff' is none, and neither a trace nor a parent is all zeros. */
const FIELDS = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/

/**
 * The header `traceparent` as version 00 writes it; undefined where it is absent, given more than once or of another form:
 * then it is as if there were none (W3C Trace Context, level 1). Of a later version only what version 00 knows is kept.
 */
export const parseTraceparent = (given: string | readonly string[] | undefined): string | undefined => {
  if (typeof given !== 'string' || !FIELDS.test(given)) return undefined
  if (given.startsWith('00-')) return given.length === TRACEPARENT_LENGTH ? given : undefined
  const isSampled = Number.parseInt(given.slice(TRACEPARENT_LENGTH - 2, TRACEPARENT_LENGTH), 16) % 2 === 1
  return `00${given.slice(2, TRACEPARENT_LENGTH - 2)}${isSampled ? '01' : '00'}`
}

const TRACE_ID_AT = 3
const TRACE_ID_LENGTH = 32

/** The caller's trace, 32 hexadecimal digits, as log lines name it. */
export const traceIdOf = ({ traceparent }: TraceContext): string | undefined =>
  traceparent?.slice(TRACE_ID_AT, TRACE_ID_AT + TRACE_ID_LENGTH)
