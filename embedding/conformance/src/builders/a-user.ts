import type { Member } from '@postrider/core/identity/domain/people/member'
import type { SecondFactor } from '@postrider/core/identity/domain/people/second-factor'
import type { SuperAdmin, User } from '@postrider/core/identity/domain/people/user'
import { emailKeyOf } from '@postrider/core/identity/domain/people/user'
import { fresh, NOW_MS } from './fresh.js'

/** A user who can sign in, with a unique email address. */
export const aUser = (overrides: Partial<User> = {}): User => {
  const email = overrides.email ?? `Asha.${fresh.hex(12)}@Example.org`
  return {
    userId: fresh.id('usr'),
    email,
    emailKey: emailKeyOf(email),
    displayName: 'Asha',
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
    status: 'active',
    createdAtMs: NOW_MS,
    version: 1,
    ...overrides,
  }
}

/** A user's membership in an Organization; by default as its owner. */
export const aMember = (overrides: Partial<Member> = {}): Member => ({
  organizationId: fresh.id('org'),
  userId: fresh.id('usr'),
  role: 'owner',
  createdAtMs: NOW_MS,
  ...overrides,
})

/** The second factor of a user who isn't a super admin. */
export const aSecondFactor = (overrides: Partial<SecondFactor> = {}): SecondFactor => ({
  userId: fresh.id('usr'),
  sealedTotpSecret: fresh.hex(80),
  lastTotpStep: 57_000_000,
  recoveryVerifiers: [fresh.hex(64), fresh.hex(64)],
  createdAtMs: NOW_MS,
  ...overrides,
})

/** A super admin who reads the audit log. */
export const aSuperAdmin = (overrides: Partial<SuperAdmin> = {}): SuperAdmin => ({
  userId: fresh.id('usr'),
  permissions: ['admin.audit', 'admin.users'],
  sealedTotpSecret: fresh.hex(80),
  lastTotpStep: 57_000_000,
  recoveryVerifiers: [fresh.hex(64), fresh.hex(64)],
  createdAtMs: NOW_MS,
  version: 1,
  ...overrides,
})
