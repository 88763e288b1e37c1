import type { OrganizationId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import type { Organization } from '../../domain/tenancy/records.js'
import { E, type TE } from '../../fp.js'
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
      concerned: { _tag: 'OfOrganization', organizationId },
      work: async (unit) => {
        const changed = withStatus(await unit.organizations.lock(organizationId), status)
        if (E.isLeft(changed)) return changed
        const organization = { ...changed.right, version: changed.right.version + 1 }
        unit.organizations.replace(organization)
        const details = { status, version: organization.version }
        return E.right({ about: { target: organizationId, organizationId, details }, result: organization })
      },
    })

/**
 * Suspends an Organization: its sends are refused, and what no provider has taken yet is cancelled (decisions 3).
 * NotFound for an unknown one, Conflict for one that is suspended.
 */
export const stopOrganization = setStatus('organization.stop', 'suspended')

/** Lets a suspended Organization send again; what was cancelled stays so. NotFound, Conflict as above. */
export const resumeOrganization = setStatus('organization.resume', 'active')
