import type { Digest } from '../../../kernel/digests/digest.js'
import type { UserId } from '../../../kernel/ids/id.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'

/**
 * The people who may create an account on the website: anyone with an email address, or only people whom a
 * super admin has invited.
 */
export const SIGN_UP_POLICIES = ['invited', 'open'] as const

export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number]

/**
 * The link with which the holder of an address creates an account; only an address's newest link is valid.
 */
export interface SignUp {
  /** The normalized address, as for a user. */
  readonly emailKey: string
  readonly email: string
  /** The verifier of the token in the latest email; undefined: no email was sent yet. */
  readonly verifier: Digest | undefined
  /** The super admin who invited them; undefined: they requested it themselves. */
  readonly invitedBy: UserId | undefined
  readonly createdAtMs: EpochMs
  readonly expiresAtMs: EpochMs
}

/** How long a requested link is valid (docs/api/sign-in#signing-up). */
export const SIGN_UP_MS = DAY_MS

/** How long a link that a super admin sent is valid (docs/api/sign-in#signing-up). */
export const CUSTOMER_INVITATION_MS = 7 * DAY_MS

/**
 * Whether it can be used to create an account at this moment; without an invitation, only if the policy is
 * open.
 */
export const isSignUpOpen = (
  { invitedBy, expiresAtMs }: SignUp,
  policy: SignUpPolicy,
  nowMs: EpochMs,
): boolean => nowMs < expiresAtMs && (policy === 'open' || invitedBy !== undefined)
