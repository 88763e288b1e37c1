import type { MessageId } from '../ids/id.js'

/** The ids that connect everything done for a message: its log lines, its job, its provider calls. */
export interface TraceContext {
  /** The id of the request that the message was accepted with; undefined if there was no request. */
  readonly requestId: string | undefined
  /** The caller's position in a distributed trace (W3C Trace Context), if given. Passed on unchanged. */
  readonly traceparent: string | undefined
}

/** The trace context of a message that was accepted without a request. */
export const UNTRACED: TraceContext = { requestId: undefined, traceparent: undefined }

/** A message and the ids that connect its log lines. */
export interface TracedMessage {
  readonly messageId: MessageId
  readonly trace: TraceContext
}

/** Reduces a message to these fields: logs and traces must not hold its recipient or its content. */
export const traced = ({ messageId, trace }: TracedMessage): TracedMessage => ({ messageId, trace })

/** The length of a traceparent of version 00. */
export const TRACEPARENT_LENGTH = 55

/**
 * The fields that every version starts with. Version 'ff' is invalid, and neither the trace nor the parent
 * may be all zeros.
 */
const FIELDS = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/

/**
 * Parses the header `traceparent` into the form of version 00. Returns undefined if it is absent, repeated or
 * malformed; it is then ignored (W3C Trace Context, level 1). From a later version, only the fields of
 * version 00 are kept.
 */
export const parseTraceparent = (given: string | readonly string[] | undefined): string | undefined => {
  if (typeof given !== 'string' || !FIELDS.test(given)) return undefined
  if (given.startsWith('00-')) return given.length === TRACEPARENT_LENGTH ? given : undefined
  const isSampled = Number.parseInt(given.slice(TRACEPARENT_LENGTH - 2, TRACEPARENT_LENGTH), 16) % 2 === 1
  return `00${given.slice(2, TRACEPARENT_LENGTH - 2)}${isSampled ? '01' : '00'}`
}

const TRACE_ID_AT = 3
const TRACE_ID_LENGTH = 32

/** The caller's trace id, 32 hexadecimal digits, for log lines. */
export const traceIdOf = ({ traceparent }: TraceContext): string | undefined =>
  traceparent?.slice(TRACE_ID_AT, TRACE_ID_AT + TRACE_ID_LENGTH)
