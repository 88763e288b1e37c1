import { createHash } from 'node:crypto'
import { isId } from '@postrider/core/kernel/ids/id'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import { providerReason } from '@postrider/core/providers/domain/calls/provider-reason'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { blockIn } from '../gateways/recipient-blocks.js'
import type { CallbackRules } from '../gateways/callback-rules.js'

const NUMBER = /^\+?[1-9][0-9]{4,14}$/

/** The content of a report that may be shown: never message text. */
export interface GatewayReport {
  readonly reference: string | undefined
  readonly id: string | undefined
  readonly status: string | undefined
  readonly error: string | undefined
  readonly recipient: string | undefined
}

/** A word, a code, an identifier, or a few words without digits; a sentence may contain message text. */
const WORD = /^(?:\S*|\D{1,24})$/

/** The parts of a report that are stored as evidence: words, and sentences that the callback rules contain. */
export const keptReport = (
  { statuses, failures }: Pick<CallbackRules, 'statuses' | 'failures'>,
  report: GatewayReport,
): GatewayReport => {
  const kept = (value: string | undefined): string | undefined =>
    value === undefined || WORD.test(value) || statuses.has(value) || failures.has(value) ? value : '…'
  const { reference, id, status, error, recipient } = report
  return {
    reference: kept(reference),
    id: kept(id),
    status: kept(status),
    error: kept(error),
    recipient: kept(recipient),
  }
}

const recipientOf = ({ recipient = '' }: GatewayReport): string | undefined =>
  NUMBER.test(recipient) ? `+${recipient.replace('+', '')}` : undefined

/** Interprets a report; undefined if it reports no message status. */
export const reportOf = (
  { providerAccountId }: Pick<ProviderAccount, 'providerAccountId'>,
  rules: Pick<CallbackRules, 'statuses' | 'failures' | 'accountErrors' | 'blocks'>,
  report: GatewayReport,
): ReceiptReport | undefined => {
  const { statuses, failures, accountErrors = [] } = rules
  const { reference = '', id, status: word = '', error = '' } = report
  const messageId = isId('msg', reference) ? reference : undefined
  const status = statuses.get(word)
  if (status === undefined || (messageId === undefined && id === undefined)) return undefined
  const why = failures.get(error) ?? failures.get(word) ?? 'provider_rejected'
  const recipient = recipientOf(report)
  const failureCode = status === 'undelivered' ? why : undefined
  return {
    providerAccountId,
    messageId,
    providerMessageId: id,
    recipient,
    status,
    failureCode,
    ...(status === 'undelivered' && accountErrors.includes(error) ? { blamesAccount: true as const } : {}),
    reason: status === 'undelivered' ? providerReason(error || word) : undefined,
    ...blockIn(failureCode, rules.blocks, [error, word]),
    providerTimeMs: undefined,
    eventKey: createHash('sha256')
      .update(JSON.stringify([reference, id, word, error, recipient]))
      .digest('hex'),
    raw: JSON.stringify(keptReport(rules, report)),
  }
}
