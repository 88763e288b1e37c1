import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { findApps, findAppsEntry } from './find-apps.js'
import { getOrganization, getOrganizationEntry } from './get-organization.js'
import { inviteCustomer, inviteCustomerEntry } from './invite-customer.js'
import { listOrganizations, listOrganizationsEntry } from './list-organizations.js'
import {
  setOrganizationEntitlement,
  setOrganizationEntitlementEntry,
} from './set-organization-entitlement.js'
import {
  suspendOrganization,
  suspendOrganizationEntry,
  reactivateOrganization,
  reactivateOrganizationEntry,
} from './suspend-organization.js'

/** The operations of super admins on Organizations (docs/api/admin). */
export const organizationOperations = {
  listOrganizations: listOrganizationsEntry,
  findApps: findAppsEntry,
  getOrganization: getOrganizationEntry,
  inviteCustomer: inviteCustomerEntry,
  suspendOrganization: suspendOrganizationEntry,
  reactivateOrganization: reactivateOrganizationEntry,
  setOrganizationEntitlement: setOrganizationEntitlementEntry,
} as const

/** The implementations of these operations. */
export const organizationImplementations = {
  listOrganizations,
  findApps,
  getOrganization,
  inviteCustomer,
  suspendOrganization,
  reactivateOrganization,
  setOrganizationEntitlement,
} satisfies ImplementationsOf<typeof organizationOperations>
