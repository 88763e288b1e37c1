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
 * People who administer the platform, and keys that act for people: seen and ended by people alone
 * (docs/contract#admin-operations).
 */
export const peopleOperations = {
  listSuperAdmins: listSuperAdminsEntry,
  setSuperAdminPermissions: setSuperAdminPermissionsEntry,
  resetSecondFactor: resetSecondFactorEntry,
  disableUser: disableUserEntry,
  endUserSessions: endUserSessionsEntry,
  enableUser: enableUserEntry,
} as const

/** What carries out the operations about people who administer the platform. */
export const peopleImplementations = {
  listSuperAdmins,
  setSuperAdminPermissions,
  resetSecondFactor,
  disableUser,
  endUserSessions,
  enableUser,
} satisfies ImplementationsOf<typeof peopleOperations>
