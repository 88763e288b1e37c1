import type { InboundMessage } from '../domain/inbound/inbound-message.js'
import type { TestDelivery } from '../domain/test-message.js'
import type { ReceiptReport } from '../domain/receipts/receipt.js'
import type { TemplateReport } from '../../templates/domain/template-report.js'

/** What a provider tells us unasked. */
export interface ProviderReports {
  /** What became of messages. */
  readonly reports: readonly ReceiptReport[]
  /** What was written to senders. */
  readonly inbound: readonly InboundMessage[]
  /** What its vendor decided about templates. */
  readonly templates: readonly TemplateReport[]
}

/** The same, and what the sandbox delivered to recipients of the test environment. */
export interface SinkReports extends Partial<ProviderReports> {
  readonly delivered?: readonly TestDelivery[]
}

/** Takes them. Resolves once all of them are stored durably; rejects when they are not, so that the provider tells them again. */
export type ProviderSink = (reports: SinkReports) => Promise<void>
