import type { Digest } from '../../../kernel/digests/digest.js'
import type { UserId } from '../../../kernel/ids/id.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'

/** Who may make an account at the website: whoever has an address, or whom an operator has invited. */
export const SIGN_UP_POLICIES = ['invited', 'open'] as const

export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number]

/** The link by which the holder of an address makes an account; of an address's links only the newest works. */
export interface SignUp {
  /** What the address is compared by, as a user's. */
  readonly emailKey: string
  readonly email: string
  /** Of the token in the mail sent last; undefined: no mail was sent yet. */
  readonly verifier: Digest | undefined
  /** The super admin who invited them; undefined: they asked by themselves. */
  readonly invitedBy: UserId | undefined
  readonly createdAtMs: EpochMs
  readonly expiresAtMs: EpochMs
}

/** How long the link works that somebody asked for (docs/contract#signing-up). */
export const SIGN_UP_MS = DAY_MS

/** How long the link works that an operator has sent (docs/contract#signing-up). */
export const CUSTOMER_INVITATION_MS = 7 * DAY_MS

/** Whether an account can be made by it at this moment: one that nobody invited, while everybody may sign up. */
export const isSignUpOpen = (
  { invitedBy, expiresAtMs }: SignUp,
  policy: SignUpPolicy,
  nowMs: EpochMs,
): boolean => nowMs < expiresAtMs && (policy === 'open' || invitedBy !== undefined)
