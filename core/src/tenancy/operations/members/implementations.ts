import type { memberOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as invitations from './invitations.js'
import * as members from './members.js'
import * as roles from './roles.js'
import * as requirement from './second-factor-requirement.js'

/** What carries out the operations about who belongs to an Organization. */
export const memberImplementations = {
  ...members,
  ...invitations,
  ...roles,
  ...requirement,
} satisfies ImplementationsOf<typeof memberOperations>
