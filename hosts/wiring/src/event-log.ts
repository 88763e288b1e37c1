import type { Clock } from '@postrider/core/kernel/ports/clock'
import { present } from '@postrider/core/kernel/present'
import type { Log } from './log.js'
import { messageLines } from './message-log.js'
import { ignored, type TelemetryTable } from './telemetry-table.js'
import { failureLines } from './failure-log.js'
import { webhookLine } from './webhook-log.js'

/** The log lines of each event; `share`: the share of messages logged at `info` (docs/decisions/0036). */
export const logging = (log: Log, clock: Clock, share: number): TelemetryTable => ({
  ...messageLines(log.ofMessages, share),
  ...failureLines(log, clock),
  AcceptanceBatch: ignored('its messages have their own lines'),
  HandedOver: ignored('a metric counts them'),
  Relayed: ignored('a figure: what waits shows in the metrics'),
  CircuitChanged: ignored('AccountStopped says it with the reason; the metrics show it'),
  StateChanged: ignored('MessageEnded says it of the state that counts'),
  CallbackRead: ignored('a figure: what was told has records of its own'),
  InboundSettled: ignored('a figure: what people write is shown to operators, and is for no log'),
  KeywordReplied: ({ inboundId, messageId, kind, result, refusal }) => {
    const fields = { inboundId, messageId, kind, result, ...present({ refusal }) }
    if (result === 'accepted') log.info(fields, 'keyword reply accepted')
    // Strangers choose how often they ask for help.
    else if (result === 'repeated') log.debug(fields, 'keyword reply not sent')
    else log.info(fields, 'keyword reply not sent')
  },
  ReturnedMailRefused: ignored('a figure: strangers choose how often it happens'),
  ReceiptStored: ignored('ReceiptMatched says it of each report that found its message'),
  ReceiptContradicted: ignored('ReceiptMatched warns of each'),
  EventsNumbered: ignored('a figure: the metrics count them'),
  WebhookAttempted: webhookLine(log),
  LedgerChecked: ignored('a figure: what drifts is on record, and shows in the metrics'),
  OtpGuessed: ignored('a figure: a line for each guess would tell who guesses'),
  RateLimited: ignored('the request has its own line, with what it was answered'),
})
