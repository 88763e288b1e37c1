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

/** The request in a person's text, as far as it can be read (docs/api/delivery#inbound-messages). */
export interface ConsentReading {
  readonly consentChange: ConsentChange | undefined
  /** The text has an opt-out word and isn't clearly an opt-out: a person has to read it. */
  readonly isUnclear?: true
}

/** A person whom a vendor names both by number and by its own id. */
export interface RecipientIdentity {
  readonly providerAccountId: ProviderAccountId
  /** The vendor's id of the person. */
  readonly userId: string
  /** Their number in the form of a message's `to`. */
  readonly number: string
}

/** An inbound message, as the adapter of its provider passes it on (docs/api/delivery#inbound-messages). */
export interface InboundMessage extends ConsentReading {
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
  /** When it was written, by the provider's clock, if given. */
  readonly atMs: EpochMs | undefined
  /** Identifies repeated deliveries of the same message: the provider's identifier, if it has one. */
  readonly eventKey: string
  /** The message as received, as evidence; without secrets, and without its text, which is above. */
  readonly raw: string
}

/**
 * `pending` until it is processed; `assigned`: it belongs to an Organization; `unassigned`: several
 * Organizations or none have the sender, and a super admin decides.
 */
export const INBOUND_STATES = ['pending', 'assigned', 'unassigned'] as const

export type InboundState = (typeof INBOUND_STATES)[number]

/**
 * What a super admin has to decide about a message. `unclear`: whether it is an opt-out; `unattributed`: whose
 * opt-out it is. Until then, an unattributed opt-out holds the promotional messages of its sender.
 */
export const INBOUND_TASKS = ['unclear', 'unattributed'] as const

export type InboundTask = (typeof INBOUND_TASKS)[number]

/** A stored inbound message. */
export interface StoredInbound extends Omit<InboundMessage, 'isUnclear'> {
  readonly inboundId: InboundId
  readonly receivedAtMs: EpochMs
  readonly organizationId: OrganizationId | undefined
  readonly state: InboundState
  /** Undefined: there is nothing to decide. */
  readonly task: InboundTask | undefined
  /**
   * How many parts of a long SMS never arrived; undefined if it is complete. An incomplete text changes no
   * consent.
   */
  readonly missingParts: number | undefined
}
