import type { OrganizationId, SuppressionId } from '../../kernel/ids/id.js'
import { type Digest, frame, type Sha256 } from '../../kernel/digests/digest.js'
import { recipientKey } from './recipient-key.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'

/**
 * The origin of a suppression: a super admin, the recipient, a mail server that doesn't know the address, a
 * complaint, or a carrier that blocks the recipient.
 */
export const SUPPRESSION_SOURCES = ['operator', 'opt_out', 'bounce', 'complaint', 'blocked'] as const

export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number]

/** The suppressed messages: all, or only promotional ones. */
export const SUPPRESSION_SCOPES = ['all', 'promotional'] as const

export type SuppressionScope = (typeof SUPPRESSION_SCOPES)[number]

/** The person who can end a suppression: the recipient with START, or support. */
export const SUPPRESSION_ENDERS = ['recipient', 'support'] as const

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
 * (docs/api/delivery#inbound-messages).
 */
export const suppressionEnder = ({
  source,
  maskedTo,
}: Pick<Suppression, 'source' | 'maskedTo'>): (typeof SUPPRESSION_ENDERS)[number] =>
  source === 'opt_out' && !maskedTo.includes('@') ? 'recipient' : 'support'

/** A text that identifies an Organization and a recipient, for use as a map key. */
export const suppressionKey = ({ organizationId, recipient }: SuppressionKey): string =>
  `${organizationId}/${recipient}`

/** The scope for each recipient: the wider one if it has several suppressions. */
export const widestScopes = (
  suppressions: Iterable<SuppressionKey & Pick<Suppression, 'scope'>>,
): ReadonlyMap<string, SuppressionScope> => {
  const scopes = new Map<string, SuppressionScope>()
  for (const one of suppressions) {
    const key = suppressionKey(one)
    if (scopes.get(key) !== 'all') scopes.set(key, one.scope)
  }
  return scopes
}

/**
 * The suppression after a request for one: new, or the existing one of the same source with the wider scope.
 * Conflict if the existing one already covers the request.
 */
export const suppressedBy = (
  before: Suppression | undefined,
  wanted: Suppression,
): E.Either<Refusal, Suppression> => {
  if (before === undefined) return E.right(wanted)
  if (before.scope === 'all' || wanted.scope === 'promotional') return E.left(refusal('Conflict'))
  return E.right({ ...before, scope: wanted.scope, reason: wanted.reason })
}
