import type { MessageId } from '@postrider/core/kernel/ids/id'
import { traceIdOf, type TracedMessage } from '@postrider/core/kernel/tracing/trace-context'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { TelemetryTable } from './telemetry-table.js'

/** What every line about a message is found by: the message, the request it came with, and the caller's own trace. */
export const foundBy = ({ messageId, trace }: TracedMessage) => ({
  messageId,
  requestId: trace.requestId,
  traceId: traceIdOf(trace),
})

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** From 0 to 1 and even, the same in every process: FNV-1a over the id, stirred once more, since ids differ at their ends. */
const fractionOf = (messageId: MessageId): number => {
  let hash = FNV_OFFSET
  for (let at = 0; at < messageId.length; at += 1)
    hash = Math.imul(hash ^ messageId.charCodeAt(at), FNV_PRIME)
  const stirred = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return ((stirred ^ (stirred >>> 13)) >>> 0) / 2 ** 32
}

/** Whether a message is among the share whose lines are at `info`: both of them or neither, in all processes. */
export const isShown = (messageId: MessageId, share: number): boolean =>
  share >= 1 || (share > 0 && fractionOf(messageId) < share)

/** At `debug`: what lies between the two lines of a message. */
const linesBetween = (
  log: HostLog,
): Pick<TelemetryTable, 'ProviderCalled' | 'ReceiptMatched' | 'DeadLettered'> => ({
  ProviderCalled: ({ messageId, trace, channel, providerAccountId, attempt, outcome, durationMs }) => {
    if (!log.writesDebug) return
    const found = foundBy({ messageId, trace })
    log.debug({ ...found, channel, providerAccountId, attempt, outcome, durationMs }, 'a provider was called')
  },
  ReceiptMatched: ({ messageId, trace, receiptId, providerAccountId, reported, state }) => {
    if (state !== 'contradicted' && !log.writesDebug) return
    const fields = { ...foundBy({ messageId, trace }), receiptId, providerAccountId, reported, state }
    if (state === 'contradicted')
      log.warn(
        fields,
        'delivery report conflicts with the final state of its message; report kept, state unchanged',
      )
    else log.debug(fields, 'a report found its message')
  },
  DeadLettered: ({ messageId, trace, stage }) =>
    log.warn(
      { ...foundBy({ messageId, trace }), stage },
      'processing a message failed too often: it waits for an operator',
    ),
})

/** The events that tell of one message on its way. */
type OfMessages = 'Accepted' | 'MessageEnded' | 'ProviderCalled' | 'ReceiptMatched' | 'DeadLettered'

/**
 * The way of messages: a line at `info` when one is accepted and one when it has ended, for the share of them that is
 * asked for, at `debug` for the others; at `debug` what lies between (docs/decisions/0036). Every message has such lines,
 * so the two are written out: spreading parts of them takes several times as long.
 */
export const messageLines = (log: HostLog, share: number): Pick<TelemetryTable, OfMessages> => ({
  ...linesBetween(log),
  Accepted: ({ messageId, trace, organizationId, appId, channel, lane, replayed }) => {
    const { requestId } = trace
    const traceId = traceIdOf(trace)
    const fields = { messageId, requestId, traceId, organizationId, appId, channel, lane }
    if (replayed) log.debug(fields, 'a message was asked for again')
    else if (isShown(messageId, share)) log.info(fields, 'a message was accepted')
    else log.debug(fields, 'a message was accepted')
  },
  MessageEnded: (event) => {
    const { messageId, trace, channel, state, failureCode, providerAccountId, attempts, ageMs } = event
    const fields = {
      messageId,
      requestId: trace.requestId,
      traceId: traceIdOf(trace),
      channel,
      state,
      failureCode,
      providerAccountId,
      attempts,
      ageMs,
    }
    if (isShown(messageId, share)) log.info(fields, 'a message has ended')
    else log.debug(fields, 'a message has ended')
  },
})
