import type { UserId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { AdminPermission } from './roles.js'
import type { SecondFactor } from './second-factor.js'

/** A person who can sign in. */
export interface User {
  readonly userId: UserId
  /** As the person wrote it. */
  readonly email: string
  /** The address for comparison: all of it, ignoring case (docs/api/conventions#email-addresses). */
  readonly emailKey: string
  readonly displayName: string
  /** The Argon2id hash as a PHC string; undefined: no password is set yet. */
  readonly passwordHash: string | undefined
  readonly status: 'active' | 'disabled'
  readonly createdAtMs: EpochMs
  readonly version: number
}

/** The super admin role of a user, and their second factor (docs/api/sign-in#second-factors). */
export interface SuperAdmin extends SecondFactor {
  readonly permissions: readonly AdminPermission[]
  readonly version: number
}

/** The form of an address in which users' addresses are compared (docs/api/conventions#email-addresses). */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase()
