import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { changePassword, changePasswordEntry } from './change-password.js'
import { endOwnSession, endOwnSessionEntry } from './end-own-session.js'
import { endOwnSessions, endOwnSessionsEntry } from './end-own-sessions.js'
import { getOwnAccess, getOwnAccessEntry } from './get-own-access.js'
import { listOwnSessions, listOwnSessionsEntry } from './list-own-sessions.js'
import { renewRecoveryCodes, renewRecoveryCodesEntry } from './renew-recovery-codes.js'

/** The operations on the caller's own access, only for people (docs/api/admin). */
export const accessOperations = {
  getOwnAccess: getOwnAccessEntry,
  changePassword: changePasswordEntry,
  listOwnSessions: listOwnSessionsEntry,
  endOwnSession: endOwnSessionEntry,
  endOwnSessions: endOwnSessionsEntry,
  renewRecoveryCodes: renewRecoveryCodesEntry,
} as const

/** The implementations of these operations. */
export const accessImplementations = {
  getOwnAccess,
  changePassword,
  listOwnSessions,
  endOwnSession,
  endOwnSessions,
  renewRecoveryCodes,
} satisfies ImplementationsOf<typeof accessOperations>
