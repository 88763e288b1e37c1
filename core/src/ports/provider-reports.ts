import type { InboundMessage } from '../domain/inbound/inbound-message.js'
import type { ReceiptReport } from '../domain/receipts/receipt.js'
import type { TemplateReport } from '../domain/templates/template-report.js'

/** What a provider tells us unasked. */
export interface ProviderReports {
  /** What became of messages. */
  readonly reports: readonly ReceiptReport[]
  /** What was written to senders. */
  readonly inbound: readonly InboundMessage[]
  /** What its vendor decided about templates. */
  readonly templates: readonly TemplateReport[]
}

/** Takes them. Resolves once all of them are stored durably; rejects when they are not, so that the provider tells them again. */
export type ProviderSink = (told: Partial<ProviderReports>) => Promise<void>
