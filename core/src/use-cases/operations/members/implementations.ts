import type { memberOperations } from '../../../domain/operations/members/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as members from './members.js'

/** What carries out the operations about who belongs to an Organization. */
export const memberImplementations = {
  ...members,
} satisfies ImplementationsOf<keyof typeof memberOperations>
