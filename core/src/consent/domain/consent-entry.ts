import type { Channel } from '../../channels/channels.js'
import { type Digest, frame, type Sha256 } from '../../kernel/digests/digest.js'
import type { AppId, ConsentId, OrganizationId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { SuppressionScope, SuppressionSource } from './suppression.js'

/**
 * The kinds of entries. `opt_in`: the recipient wants messages; `opt_out`: they get none, or not all;
 * `release`: an opt-out ended without an opt-in.
 */
export const CONSENT_KINDS = ['opt_in', 'opt_out', 'release'] as const

/** The side that reported a change: the recipient, a provider, the Organization or support. */
export const CONSENT_SOURCES = ['recipient', 'provider', 'organization', 'support'] as const

export type ConsentSource = (typeof CONSENT_SOURCES)[number]

/**
 * An immutable entry of an Organization's consent register (docs/api/consent#consent-register). The audit event of
 * the change names its digest, so that the chain of the audit log proves the register.
 */
export interface ConsentEntry {
  readonly consentId: ConsentId
  readonly organizationId: OrganizationId
  /** `recipientDigest` of the address, or the key of a vendor's id. */
  readonly recipient: Digest
  /** The masked address; the address itself isn't stored. */
  readonly maskedTo: string
  readonly kind: (typeof CONSENT_KINDS)[number]
  readonly source: ConsentSource
  /** The classes of messages that it concerns. */
  readonly scope: SuppressionScope
  /** The only app that an opt-in is for; undefined: all of the Organization. */
  readonly appId: AppId | undefined
  /** The only channel that an opt-in is for; undefined: all channels of the recipient. */
  readonly channel: Channel | undefined
  /** A short text or a reference that proves it, for example the id of an inbound message. */
  readonly evidence: string
  /** When the recipient or the provider said so. */
  readonly givenAtMs: EpochMs
  readonly recordedAtMs: EpochMs
}

/** The digest of everything in an entry. */
export const consentDigest = (entry: ConsentEntry, sha256: Sha256): Digest =>
  sha256(
    frame([
      'consent-entry-1',
      entry.consentId,
      entry.organizationId,
      entry.recipient,
      entry.maskedTo,
      entry.kind,
      entry.source,
      entry.scope,
      entry.appId,
      entry.channel,
      entry.evidence,
      entry.givenAtMs,
      entry.recordedAtMs,
    ]),
  )

const REPORTED_BY: Readonly<Record<SuppressionSource, ConsentSource>> = {
  operator: 'support',
  opt_out: 'recipient',
  bounce: 'provider',
  complaint: 'provider',
  blocked: 'provider',
  organization: 'organization',
}

/** The side that reported the cause of a suppression. */
export const reportedBy = (source: SuppressionSource): ConsentSource => REPORTED_BY[source]
