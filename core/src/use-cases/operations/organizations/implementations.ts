import type { organizationOperations } from '../../../domain/operations/organizations/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import { inviteCustomer } from './invite-customer.js'
import * as organizations from './organizations.js'

/** What carries out the operations about Organizations, as super admins see and stop them. */
export const organizationImplementations = {
  ...organizations,
  inviteCustomer,
} satisfies ImplementationsOf<keyof typeof organizationOperations>
