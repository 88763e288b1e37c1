import type { MessageId } from '@postrider/core/kernel/ids/id'
import { traceIdOf, type TracedMessage } from '@postrider/core/kernel/tracing/trace-context'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { TelemetryTable } from './telemetry-table.js'

/**
 * The fields that identify a message in all of its lines: the message, its request, and the caller's own
 * trace.
 */
export const foundBy = ({ messageId, trace }: TracedMessage) => ({
  messageId,
  requestId: trace.requestId,
  traceId: traceIdOf(trace),
})

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * A uniform value from 0 to 1, the same in every process: FNV-1a over the id with a final mix, since ids
 * differ at their ends.
 */
const fractionOf = (messageId: MessageId): number => {
  let hash = FNV_OFFSET
  for (let at = 0; at < messageId.length; at += 1)
    hash = Math.imul(hash ^ messageId.charCodeAt(at), FNV_PRIME)
  const stirred = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return ((stirred ^ (stirred >>> 13)) >>> 0) / 2 ** 32
}

/**
 * Whether a message belongs to the share whose lines are at `info`: both of them or neither, in all
 * processes.
 */
export const isShown = (messageId: MessageId, share: number): boolean =>
  share >= 1 || (share > 0 && fractionOf(messageId) < share)

/** At `debug`: the events between the two lines of a message. */
const linesBetween = (
  log: HostLog,
): Pick<TelemetryTable, 'ProviderCalled' | 'ReceiptMatched' | 'DeadLettered'> => ({
  ProviderCalled: ({ messageId, trace, channel, providerAccountId, attempt, outcome, durationMs }) => {
    if (!log.writesDebug) return
    const found = foundBy({ messageId, trace })
    log.debug({ ...found, channel, providerAccountId, attempt, outcome, durationMs }, 'provider called')
  },
  ReceiptMatched: ({ messageId, trace, receiptId, providerAccountId, reported, state }) => {
    if (state !== 'contradicted' && !log.writesDebug) return
    const fields = { ...foundBy({ messageId, trace }), receiptId, providerAccountId, reported, state }
    if (state === 'contradicted')
      log.warn(
        fields,
        'delivery report conflicts with the final state of its message; report kept, state unchanged',
      )
    else log.debug(fields, 'delivery report matched')
  },
  DeadLettered: ({ messageId, trace, stage }) =>
    log.warn(
      { ...foundBy({ messageId, trace }), stage },
      'message processing failed too often; message moved to dead letters',
    ),
})

/** The events of a single message. */
type OfMessages = 'Accepted' | 'MessageEnded' | 'ProviderCalled' | 'ReceiptMatched' | 'DeadLettered'

/**
 * The lines of messages (docs/decisions/0036). One is written when a message is accepted and one when it has
 * ended, at `info` for the requested share and at `debug` for the others. Events in between are written at
 * `debug`. Every message has the first two, so they are written out: spreading their parts takes several
 * times as long.
 */
export const messageLines = (log: HostLog, share: number): Pick<TelemetryTable, OfMessages> => ({
  ...linesBetween(log),
  Accepted: ({ messageId, trace, organizationId, appId, channel, lane, replayed }) => {
    const { requestId } = trace
    const traceId = traceIdOf(trace)
    const fields = { messageId, requestId, traceId, organizationId, appId, channel, lane }
    if (replayed) log.debug(fields, 'message request repeated')
    else if (isShown(messageId, share)) log.info(fields, 'message accepted')
    else log.debug(fields, 'message accepted')
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
    if (isShown(messageId, share)) log.info(fields, 'message finished')
    else log.debug(fields, 'message finished')
  },
})
