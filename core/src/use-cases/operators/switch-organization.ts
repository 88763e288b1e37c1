import type { OrganizationId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import type { Organization } from '../../domain/tenancy/records.js'
import { E, pipe, type TE } from '../../fp.js'
import type { Order } from './order.js'
import { type SwitchNeeds, throwSwitch, withStatus } from './throw-switch.js'

/** An order about an Organization. */
export interface OrganizationOrder extends Order {
  readonly organizationId: OrganizationId
}

const setStatus =
  (action: string, status: Organization['status']) =>
  (needs: SwitchNeeds) =>
  ({ organizationId, ...order }: OrganizationOrder): TE.TaskEither<Refusal | Outage, Organization> =>
    throwSwitch(needs)(order, {
      action,
      selection: { organizationIds: [organizationId] },
      concerned: { _tag: 'OfOrganization', organizationId },
      decide: ({ organizations }) =>
        pipe(
          withStatus(organizations.get(organizationId), status),
          E.map((changed) => {
            const organization = { ...changed, version: changed.version + 1 }
            const details = { status, version: organization.version }
            return {
              records: { organizations: [organization] },
              about: { target: organizationId, organizationId, details },
              result: organization,
            }
          }),
        ),
    })

/**
 * Suspends an Organization: its sends are refused, and what no provider has taken yet is cancelled (decisions 3).
 * NotFound for an unknown one, Conflict for one that is suspended.
 */
export const stopOrganization = setStatus('organization.stop', 'suspended')

/** Lets a suspended Organization send again; what was cancelled stays so. NotFound, Conflict as above. */
export const resumeOrganization = setStatus('organization.resume', 'active')
