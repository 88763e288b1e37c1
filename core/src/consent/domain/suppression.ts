import type { MessageId, OrganizationId, SuppressionId } from '../../kernel/ids/id.js'
import { type Digest, frame, type Sha256 } from '../../kernel/digests/digest.js'
import { recipientKey } from './recipient-key.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/**
 * The origin of a suppression: a super admin, the recipient, a mail server that doesn't know the address, a
 * complaint, a carrier that blocks the recipient, or an opt-out that the Organization recorded.
 */
export const SUPPRESSION_SOURCES = [
  'operator',
  'opt_out',
  'bounce',
  'complaint',
  'blocked',
  'organization',
] as const

export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number]

/** The suppressed messages: all, all but OTPs, or only promotional ones. */
export const SUPPRESSION_SCOPES = ['all', 'except_otp', 'promotional'] as const

export type SuppressionScope = (typeof SUPPRESSION_SCOPES)[number]

/** The side that can end a suppression: the recipient with START, the Organization with an opt-in, or support. */
export const SUPPRESSION_ENDERS = ['recipient', 'organization', 'support'] as const

/**
 * A recipient to whom an Organization doesn't send, or doesn't send promotional messages; one record per
 * source (docs/api/delivery#suppressions).
 */
export interface Suppression {
  readonly suppressionId: SuppressionId
  readonly organizationId: OrganizationId
  /** {@link recipientDigest} of the address. */
  readonly recipient: Digest
  /** The masked address for super admins; the address itself isn't stored. */
  readonly maskedTo: string
  readonly source: SuppressionSource
  readonly scope: SuppressionScope
  readonly reason: string
  readonly createdAtMs: EpochMs
}

/**
 * The confirmation of an opt-out: the one message that may follow it (docs/api/consent#replies-to-keywords). Both IDs
 * contain the same number, so no second message can have it.
 */
export const confirmationOf = (suppressionId: SuppressionId): MessageId => `msg_${suppressionId.slice(4)}`

/** An Organization and a recipient that it may have suppressed. */
export type SuppressionKey = Pick<Suppression, 'organizationId' | 'recipient'>

/** The unique key of a suppression. */
export type SuppressionSlot = Pick<Suppression, 'organizationId' | 'recipient' | 'source'>

const DIGEST_DIGITS = 32

/**
 * The digest of an address for the suppression list: a telephone number for all its channels, or an email
 * address. All spellings of a recipient have the same digest.
 */
export const recipientDigest = (to: string, sha256: Sha256): Digest =>
  sha256(frame(['recipient-1', recipientKey(to)])).slice(0, DIGEST_DIGITS)

/**
 * The recipient can end only their own opt-out, and only with a message to the sender, which takes a number
 * (docs/api/delivery#inbound-messages). The Organization can end an opt-out that it recorded.
 */
export const suppressionEnder = ({
  source,
  maskedTo,
}: Pick<Suppression, 'source' | 'maskedTo'>): (typeof SUPPRESSION_ENDERS)[number] => {
  if (source === 'organization') return 'organization'
  return source === 'opt_out' && !maskedTo.includes('@') ? 'recipient' : 'support'
}

/** A text that identifies an Organization and a recipient, for use as a map key. */
export const suppressionKey = ({ organizationId, recipient }: SuppressionKey): string =>
  `${organizationId}/${recipient}`
