import type { Enrolment } from '@postrider/core/identity/domain/people/enrolment'
import type { Invitation } from '@postrider/core/identity/domain/people/member'
import type { Recovery } from '@postrider/core/identity/domain/people/recovery'
import type { SignUp } from '@postrider/core/identity/domain/people/sign-up'
import { emailKeyOf } from '@postrider/core/identity/domain/people/user'
import { DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { fresh, NOW_MS } from './fresh.js'

/** An invitation to be a developer. */
export const anInvitation = (overrides: Partial<Invitation> = {}): Invitation => {
  const email = overrides.email ?? `Ravi.${fresh.hex(12)}@Example.org`
  return {
    invitationId: fresh.id('inv'),
    organizationId: fresh.id('org'),
    email,
    emailKey: emailKeyOf(email),
    role: 'developer',
    status: 'pending',
    verifier: fresh.hex(64),
    invitedBy: fresh.id('usr'),
    createdAtMs: NOW_MS,
    expiresAtMs: NOW_MS + 7 * DAY_MS,
    ...overrides,
  }
}

/** A password recovery link. */
export const aRecovery = (overrides: Partial<Recovery> = {}): Recovery => ({
  userId: fresh.id('usr'),
  verifier: fresh.hex(64),
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + HOUR_MS,
  ...overrides,
})

/** A sign-up link without an invitation. */
export const aSignUp = (overrides: Partial<SignUp> = {}): SignUp => {
  const email = overrides.email ?? `Mina.${fresh.hex(12)}@Example.org`
  return {
    emailKey: emailKeyOf(email),
    email,
    verifier: fresh.hex(64),
    invitedBy: undefined,
    createdAtMs: NOW_MS,
    expiresAtMs: NOW_MS + DAY_MS,
    ...overrides,
  }
}

/** An enrollment link for a super admin. */
export const anEnrolment = (overrides: Partial<Enrolment> = {}): Enrolment => ({
  userId: fresh.id('usr'),
  permissions: ['admin.audit', 'admin.users'],
  verifier: fresh.hex(64),
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + 7 * DAY_MS,
  ...overrides,
})
