import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { createOrganization, createOrganizationEntry } from './create-organization.js'
import { getCustomerContext, getCustomerContextEntry } from './get-customer-context.js'

/** Who one is, and where one belongs (docs/contract#control-operations). */
export const accountOperations = {
  getCustomerContext: getCustomerContextEntry,
  createOrganization: createOrganizationEntry,
} as const

/** What carries out the operations about who one is, and where one belongs. */
export const accountImplementations = {
  getCustomerContext,
  createOrganization,
} satisfies ImplementationsOf<typeof accountOperations>
