import type { InboundMessage, RecipientIdentity } from '../domain/inbound/inbound-message.js'
import type { InboundPart } from '../domain/inbound/inbound-part.js'
import type { UnreadPart } from '../domain/receipts/unreadable-callback.js'
import type { ProviderAccountId } from '../../kernel/ids/id.js'
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

/** Something that an account was sent and that wasn't understood, kept for super admins. */
export interface UnreadReport extends UnreadPart {
  readonly providerAccountId: ProviderAccountId
}

/** The same, and what providers learn outside callbacks: from their connections and from answers to sends. */
export interface SinkReports extends Partial<ProviderReports> {
  /** Parts of long inbound SMS, which are joined after they are stored. */
  readonly parts?: readonly InboundPart[]
  readonly unread?: readonly UnreadReport[]
  /** Messages that the sandbox delivered to recipients of the test environment. */
  readonly delivered?: readonly TestDelivery[]
  /** Recipients that a provider refuses. */
  readonly refused?: readonly RefusedRecipient[]
}

/**
 * Receives reports. Resolves once all of them are stored durably. Rejects if they aren't, so that the
 * provider sends them again.
 */
export type ProviderSink = (reports: SinkReports) => Promise<void>
