import { hasEnded } from '../../domain/dispatch/has-ended.js'
import type { Report } from '../../domain/dispatch/report.js'
import type { SettleFacts, Settlement } from '../../domain/dispatch/settle.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import type { Receipt } from '../../../providers/domain/receipts/receipt.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Telemetry } from '../../ports/telemetry.js'

/** The decisions about messages, and the facts on which they were made. */
export interface Settled {
  readonly settlement: Settlement
  readonly facts: SettleFacts
}

/** A report that found its message, and the message as it is now. */
interface Matched {
  readonly receipt: Receipt
  readonly message: Message
}

const matchedIn = ({ settlement, facts }: Settled): readonly Matched[] => {
  if (settlement.receipts.length === 0) return []
  const now = new Map(settlement.messages.map((message) => [message.messageId, message]))
  return settlement.receipts.flatMap(({ receiptId, messageId, state }) => {
    const receipt = facts.receipts.get(messageId)?.find((one) => one.receiptId === receiptId)
    const message = now.get(messageId) ?? facts.messages.get(messageId)?.message
    return receipt === undefined || message === undefined ? [] : [{ receipt: { ...receipt, state }, message }]
  })
}

const lastWordsIn = (reports: readonly Report[]): ReadonlySet<MessageId> =>
  new Set(
    reports.flatMap((report) =>
      report._tag === 'Called' && report.isLastWord === true ? [report.messageId] : [],
    ),
  )

interface Needs {
  readonly clock: Clock
  readonly telemetry: Telemetry
}

const tellMessages = (needs: Needs, { settlement, facts }: Settled, reports: readonly Report[]): void => {
  const { telemetry, clock } = needs
  const lastWords = lastWordsIn(reports)
  for (const after of settlement.messages) {
    const held = facts.messages.get(after.messageId)
    if (held === undefined) continue
    const { messageId, trace, channel, state, failureCode } = after
    const before = held.message
    const ageMs = clock.nowMs() - after.acceptedAtMs
    if (before.state !== state) telemetry.emit({ _tag: 'StateChanged', channel, state, ageMs })
    if (!hasEnded(before, after, lastWords.has(messageId))) continue
    telemetry.emit({
      _tag: 'MessageEnded',
      messageId,
      trace,
      channel,
      state,
      failureCode,
      providerAccountId: held.lastAttempt?.providerAccountId,
      attempts: after.attempt - after.uncalled,
      ageMs,
    })
  }
}

/**
 * Reports a committed settlement to telemetry, and returns the reports that contradict their messages' final
 * states.
 */
export const emitSettled = (
  needs: Needs,
  settled: Settled,
  reports: readonly Report[],
): readonly Matched[] => {
  tellMessages(needs, settled, reports)
  const matched = matchedIn(settled)
  for (const { receipt, message } of matched) {
    const { receiptId, providerAccountId, status: reported, state } = receipt
    const { messageId, trace } = message
    const of = { messageId, trace, receiptId, providerAccountId, reported, state }
    needs.telemetry.emit({ _tag: 'ReceiptMatched', ...of })
  }
  const contradicting = matched.filter(({ receipt }) => receipt.state === 'contradicted')
  if (contradicting.length > 0)
    needs.telemetry.emit({ _tag: 'ReceiptContradicted', count: contradicting.length })
  return contradicting
}
