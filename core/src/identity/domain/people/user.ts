import type { UserId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { AdminPermission } from './roles.js'
import type { SecondFactor } from './second-factor.js'

/** A person who can sign in. */
export interface User {
  readonly userId: UserId
  /** As the person writes it. */
  readonly email: string
  /** What it is compared by: the whole address, whatever its case (docs/contract#email-addresses). */
  readonly emailKey: string
  readonly displayName: string
  /** The Argon2id hash as a PHC string; undefined: there is no password yet. */
  readonly passwordHash: string | undefined
  readonly status: 'active' | 'disabled'
  readonly createdAtMs: EpochMs
  readonly version: number
}

/** What makes a user a super admin, and how they prove their identity (docs/contract#second-factors). */
export interface SuperAdmin extends SecondFactor {
  readonly permissions: readonly AdminPermission[]
  readonly version: number
}

/** What an address is compared by as a user's name (docs/contract#email-addresses). */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase()
