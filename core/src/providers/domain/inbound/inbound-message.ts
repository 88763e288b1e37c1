import type { InboundId, OrganizationId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { SuppressionScope } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** The requests that a person can make by writing to a sender. */
export const OPT_WANTS = ['stop', 'start'] as const

/**
 * The request of a person who writes to a sender: to stop all messages or promotional ones, or to get them
 * again.
 */
export interface ConsentChange {
  readonly wants: (typeof OPT_WANTS)[number]
  readonly scope: SuppressionScope
}

/** An inbound message, as the adapter of its provider passes it on (docs/api/delivery#inbound-messages). */
export interface InboundMessage {
  readonly providerAccountId: ProviderAccountId
  /**
   * The sender it was written to, as in a service configuration: a number, a header, or the id of a phone
   * number.
   */
  readonly to: string
  /** The person who wrote it, in the form of a message's `to`, if the provider gives it. */
  readonly from: string | undefined
  /** The vendor's id of the person who wrote it, if the vendor doesn't identify people by number. */
  readonly userId: string | undefined
  /** The text; empty if there is none. */
  readonly text: string
  /** The provider's identifier of our message that it replies to, if given. */
  readonly inReplyTo: string | undefined
  /**
   * The person's request, if they made it to the vendor and not in a text; otherwise the text is checked for
   * one.
   */
  readonly consentChange: ConsentChange | undefined
  /** When it was written, by the provider's clock, if given. */
  readonly atMs: EpochMs | undefined
  /** Identifies repeated deliveries of the same message: the provider's identifier, if it has one. */
  readonly eventKey: string
  /** The message as received, as evidence; without secrets, and without its text, which is above. */
  readonly raw: string
}

/**
 * `pending` until it is processed; `assigned`: it belongs to an Organization; `unassigned`: several
 * Organizations or none have the sender, and an operator decides.
 */
export const INBOUND_STATES = ['pending', 'assigned', 'unassigned'] as const

export type InboundState = (typeof INBOUND_STATES)[number]

/** A stored inbound message. */
export interface StoredInbound extends InboundMessage {
  readonly inboundId: InboundId
  readonly receivedAtMs: EpochMs
  readonly organizationId: OrganizationId | undefined
  readonly state: InboundState
}
