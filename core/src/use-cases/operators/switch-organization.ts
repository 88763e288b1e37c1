import type { OrganizationId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import type { Organization } from '../../domain/tenancy/records.js'
import { E, type TE } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import type { CarriedOut } from './carry-out.js'
import type { Order } from './order.js'
import { type SwitchNeeds, throwSwitch, withStatus } from './throw-switch.js'

/** An order about an Organization. */
export interface OrganizationOrder extends Order {
  readonly organizationId: OrganizationId
}

/**
 * Gives an Organization another status, in an exclusive unit. NotFound for an unknown one; Conflict for one that has it,
 * or is not of the version that was named.
 */
export const switchOrganization = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  status: Organization['status'],
  version?: number,
): Promise<E.Either<Refusal, CarriedOut<Organization>>> => {
  const changed = withStatus(await unit.organizations.lock(organizationId), status, version)
  if (E.isLeft(changed)) return changed
  const organization = { ...changed.right, version: changed.right.version + 1 }
  unit.organizations.replace(organization)
  const details = { status, version: organization.version }
  return E.right({ about: { target: organizationId, organizationId, details }, result: organization })
}

const setStatus =
  (action: string, status: Organization['status']) =>
  (needs: SwitchNeeds) =>
  ({ organizationId, ...order }: OrganizationOrder): TE.TaskEither<Refusal | Outage, Organization> =>
    throwSwitch(needs)(order, {
      action,
      concerned: { _tag: 'OfOrganization', organizationId },
      work: (unit) => switchOrganization(unit, organizationId, status),
    })

/**
 * Suspends an Organization: its sends are refused, and what no provider has taken yet is cancelled
 * (docs/contract#kill-switches). NotFound for an unknown one, Conflict for one that is suspended.
 */
export const stopOrganization = setStatus('organization.stop', 'suspended')

/** Lets a suspended Organization send again; what was cancelled stays so. NotFound, Conflict as above. */
export const resumeOrganization = setStatus('organization.resume', 'active')
