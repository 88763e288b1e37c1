import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { createOrganization, createOrganizationEntry } from './create-organization.js'
import { getCustomerContext, getCustomerContextEntry } from './get-customer-context.js'

/**
 * The operations about the signed-in user and their Organizations (docs/api/operations#control-operations).
 */
export const accountOperations = {
  getCustomerContext: getCustomerContextEntry,
  createOrganization: createOrganizationEntry,
} as const

/** The implementations of these operations. */
export const accountImplementations = {
  getCustomerContext,
  createOrganization,
} satisfies ImplementationsOf<typeof accountOperations>
