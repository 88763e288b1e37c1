import type { organizationOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { inviteCustomer } from './invite-customer.js'
import * as organizations from './organizations.js'

/** What carries out the operations about Organizations, as super admins see and stop them. */
export const organizationImplementations = {
  ...organizations,
  inviteCustomer,
} satisfies ImplementationsOf<typeof organizationOperations>
