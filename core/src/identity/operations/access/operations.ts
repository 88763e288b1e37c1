import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { changePassword, changePasswordEntry } from './change-password.js'
import { endOwnSession, endOwnSessionEntry } from './end-own-session.js'
import { endOwnSessions, endOwnSessionsEntry } from './end-own-sessions.js'
import { getOwnAccess, getOwnAccessEntry } from './get-own-access.js'
import { listOwnSessions, listOwnSessionsEntry } from './list-own-sessions.js'
import { renewRecoveryCodes, renewRecoveryCodesEntry } from './renew-recovery-codes.js'

/** By what people come in: about the caller alone, and for people alone (docs/contract#admin-operations). */
export const accessOperations = {
  getOwnAccess: getOwnAccessEntry,
  changePassword: changePasswordEntry,
  listOwnSessions: listOwnSessionsEntry,
  endOwnSession: endOwnSessionEntry,
  endOwnSessions: endOwnSessionsEntry,
  renewRecoveryCodes: renewRecoveryCodesEntry,
} as const

/** What carries out the operations by which people look after their own access. */
export const accessImplementations = {
  getOwnAccess,
  changePassword,
  listOwnSessions,
  endOwnSession,
  endOwnSessions,
  renewRecoveryCodes,
} satisfies ImplementationsOf<typeof accessOperations>
