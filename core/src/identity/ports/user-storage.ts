import type { Digest } from '../../kernel/digests/digest.js'
import type { UserId } from '../../kernel/ids/id.js'
import type { ErasableRepository, Repository } from '../../kernel/ports/repository.js'
import type { AdminPermission } from '../domain/people/roles.js'
import type { SuperAdmin, User } from '../domain/people/user.js'
import type { CallerFacts } from './people-storage.js'

/** The repository of users. */
export interface Users extends Repository<UserId, User> {
  /** Like `lock`, by the normalized address. */
  lockByEmail(emailKey: string): Promise<User | undefined>
  /** Writes only the password's hash: a new hash of the same password doesn't advance the epoch. */
  rehash(user: User): void
  /** The digests of the devices on which the user signed in, in the order of their first use. Lock the user first. */
  devices(userId: UserId): Promise<readonly Digest[]>
  /** Replaces them; this doesn't advance the epoch. */
  saveDevices(userId: UserId, devices: readonly Digest[]): void
}

/** The repository of super admins. */
export interface SuperAdmins extends ErasableRepository<UserId, SuperAdmin> {
  /** Whether no super admins exist, not even disabled ones; this can't change within an exclusive unit. */
  isNone(): Promise<boolean>
  /** A user's platform permissions, fixed while the unit holds the epoch; undefined if not a super admin. */
  operator(userId: UserId): Promise<CallerFacts | undefined>
  /** The active super admins with this permission; they can't change within an exclusive unit. */
  holders(permission: AdminPermission): Promise<readonly UserId[]>
  /** Writes only the second factor's step and recovery codes; this doesn't advance the epoch. */
  saveFactor(admin: SuperAdmin): void
}
