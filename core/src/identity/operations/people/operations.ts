import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  setSuperAdminPermissions,
  setSuperAdminPermissionsEntry,
  resetSecondFactor,
  resetSecondFactorEntry,
  disableUser,
  disableUserEntry,
  enableUser,
  enableUserEntry,
} from './change-super-admins.js'
import { endUserSessions, endUserSessionsEntry } from './end-user-sessions.js'
import { listSuperAdmins, listSuperAdminsEntry } from './list-super-admins.js'

/**
 * The operations on super admins and on keys that act for people; only for people
 * (docs/api/admin).
 */
export const peopleOperations = {
  listSuperAdmins: listSuperAdminsEntry,
  setSuperAdminPermissions: setSuperAdminPermissionsEntry,
  resetSecondFactor: resetSecondFactorEntry,
  disableUser: disableUserEntry,
  endUserSessions: endUserSessionsEntry,
  enableUser: enableUserEntry,
} as const

/** The implementations of these operations. */
export const peopleImplementations = {
  listSuperAdmins,
  setSuperAdminPermissions,
  resetSecondFactor,
  disableUser,
  endUserSessions,
  enableUser,
} satisfies ImplementationsOf<typeof peopleOperations>
