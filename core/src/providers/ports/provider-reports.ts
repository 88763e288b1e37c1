import type { InboundMessage, RecipientIdentity } from '../domain/inbound/inbound-message.js'
import type { TestDelivery } from '../domain/test-message.js'
import type { ReceiptReport } from '../domain/receipts/receipt.js'
import type { TemplateReport } from '../../templates/domain/template-report.js'

/** Reports that a provider sends us. */
export interface ProviderReports {
  /** Delivery reports of messages. */
  readonly reports: readonly ReceiptReport[]
  /** Inbound messages. */
  readonly inbound: readonly InboundMessage[]
  /** Decisions of its vendor about templates. */
  readonly templates: readonly TemplateReport[]
  /** People whose number and vendor's id became known together. */
  readonly identities?: readonly RecipientIdentity[]
}

/** A message's recipient whom a provider refuses in its answer to the send. */
export type RefusedRecipient = Pick<ReceiptReport, 'providerAccountId' | 'messageId' | 'suppresses'>

/**
 * The same, messages that the sandbox delivered to recipients of the test environment, and recipients that a
 * provider refuses.
 */
export interface SinkReports extends Partial<ProviderReports> {
  readonly delivered?: readonly TestDelivery[]
  readonly refused?: readonly RefusedRecipient[]
}

/**
 * Receives reports. Resolves once all of them are stored durably. Rejects if they aren't, so that the
 * provider sends them again.
 */
export type ProviderSink = (reports: SinkReports) => Promise<void>
