import type { accessOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as changePassword from './change-password.js'
import * as recoveryCodes from './recovery-codes.js'
import * as ownAccess from './own-access.js'
import * as ownSessions from './own-sessions.js'

/** What carries out the operations by which people look after their own access. */
export const accessImplementations = {
  ...changePassword,
  ...ownAccess,
  ...ownSessions,
  ...recoveryCodes,
} satisfies ImplementationsOf<typeof accessOperations>
