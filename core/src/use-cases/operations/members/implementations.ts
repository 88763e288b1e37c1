import type { memberOperations } from '../../../domain/operations/members/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as invitations from './invitations.js'
import * as members from './members.js'
import * as roles from './roles.js'

/** What carries out the operations about who belongs to an Organization. */
export const memberImplementations = {
  ...members,
  ...invitations,
  ...roles,
} satisfies ImplementationsOf<keyof typeof memberOperations>
