import type { InboundId, OrganizationId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { SuppressionScope } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** What somebody may want who writes to a sender. */
export const OPT_WANTS = ['stop', 'start'] as const

/** What somebody wants who writes to a sender: to get nothing more, or nothing promotional; or to get it again. */
export interface ConsentChange {
  readonly wants: (typeof OPT_WANTS)[number]
  readonly scope: SuppressionScope
}

/** What somebody wrote to a sender, as the adapter of its provider hands it over (docs/contract#inbound-messages). */
export interface InboundMessage {
  readonly providerAccountId: ProviderAccountId
  /** Whom it was written to, as a service configuration names the sender: a number or header, the id of a phone number. */
  readonly to: string
  /** Who wrote it, in the form of a message's `to`, where the provider says so. */
  readonly from: string | undefined
  /** By what the vendor knows who wrote it, where it names people otherwise. */
  readonly userId: string | undefined
  /** What is written; empty where there is no text in it. */
  readonly text: string
  /** The provider's identifier of the message of ours that it answers, where it says so. */
  readonly inReplyTo: string | undefined
  /** What its writer wants, where they said so to the vendor and not in a text; else the text is read for it. */
  readonly consentChange: ConsentChange | undefined
  /** When it was written by the provider's clock, if it says so. */
  readonly atMs: EpochMs | undefined
  /** What makes two deliveries of the same message one: the provider's identifier of it where it has one. */
  readonly eventKey: string
  /** The message as it came, for evidence; without secrets and without its text, which is above. */
  readonly raw: string
}

/**
 * `pending` until it is looked at; `assigned`: it is an Organization's; `unassigned`: several Organizations have the sender, or
 * none, and an operator decides.
 */
export const INBOUND_STATES = ['pending', 'assigned', 'unassigned'] as const

export type InboundState = (typeof INBOUND_STATES)[number]

/** A message that somebody wrote, as it is kept. */
export interface StoredInbound extends InboundMessage {
  readonly inboundId: InboundId
  readonly receivedAtMs: EpochMs
  readonly organizationId: OrganizationId | undefined
  readonly state: InboundState
}
