import type { OrganizationId, SuppressionId } from '../../kernel/ids/id.js'
import { type Digest, frame, type Sha256 } from '../../kernel/digests/digest.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'

/** Who wanted it: an operator, the recipient, a mail server that knows no such address, or a complaint. */
export const SUPPRESSION_SOURCES = ['operator', 'opt_out', 'bounce', 'complaint'] as const

export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number]

/** What is sent no more: anything, or what is promotional alone. */
export const SUPPRESSION_SCOPES = ['all', 'promotional'] as const

export type SuppressionScope = (typeof SUPPRESSION_SCOPES)[number]

/** Who can end a suppression: the recipient, by writing START, or support. */
export const SUPPRESSION_ENDERS = ['recipient', 'support'] as const

/** What a recipient asked for they can take back, and nothing else (docs/contract#inbound-messages). */
export const suppressionEnder = (source: SuppressionSource): (typeof SUPPRESSION_ENDERS)[number] =>
  source === 'opt_out' ? 'recipient' : 'support'

/** Somebody an Organization sends nothing to any more, or nothing promotional; one for each source (docs/contract#suppressions). */
export interface Suppression {
  readonly suppressionId: SuppressionId
  readonly organizationId: OrganizationId
  /** {@link recipientDigest} of the address. */
  readonly recipient: Digest
  /** The address as operators are shown it; the address itself is kept nowhere. */
  readonly maskedTo: string
  readonly source: SuppressionSource
  readonly scope: SuppressionScope
  readonly reason: string
  readonly createdAtMs: EpochMs
}

/** An Organization and whom it may have suppressed. */
export type SuppressionKey = Pick<Suppression, 'organizationId' | 'recipient'>

/** What an Organization has at most one suppression of. */
export type SuppressionSlot = Pick<Suppression, 'organizationId' | 'recipient' | 'source'>

const DIGEST_DIGITS = 32

/** An address as the suppression list knows it: a telephone number on all its channels, or an email address. */
export const recipientDigest = (to: string, sha256: Sha256): Digest =>
  sha256(frame(['recipient-1', to.toLowerCase()])).slice(0, DIGEST_DIGITS)

/** One text for an Organization and a recipient, to key maps with. */
export const suppressionKey = ({ organizationId, recipient }: SuppressionKey): string =>
  `${organizationId}/${recipient}`

/** What stands against a recipient: of several suppressions the one that stops more. */
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
 * The suppression as it is after somebody wants it: a new one, or the one of the same source with all that it stops now.
 * Conflict where that one stops as much already.
 */
export const suppressedBy = (
  before: Suppression | undefined,
  wanted: Suppression,
): E.Either<Refusal, Suppression> => {
  if (before === undefined) return E.right(wanted)
  if (before.scope === 'all' || wanted.scope === 'promotional') return E.left(refusal('Conflict'))
  return E.right({ ...before, scope: wanted.scope, reason: wanted.reason })
}
