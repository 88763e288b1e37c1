import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { Organization } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { CommandResult } from '../../../audit/use-cases/execute-command.js'
import { withStatus } from '../../../audit/use-cases/with-status.js'

/**
 * Changes an Organization's status, in an exclusive unit: sends of a suspended one are refused, and messages
 * that no provider has taken yet are cancelled (docs/api/admin#emergency-stops). NotFound for an unknown one;
 * Conflict if it already has the status, or for an outdated version.
 */
export const switchOrganization = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  status: Organization['status'],
  version?: number,
): Promise<E.Either<Refusal, CommandResult<Organization>>> => {
  const changed = withStatus(await unit.organizations.lock(organizationId), status, version)
  if (E.isLeft(changed)) return changed
  const organization = { ...changed.right, version: changed.right.version + 1 }
  unit.organizations.replace(organization)
  const details = { status, version: organization.version }
  return E.right({ about: { target: organizationId, organizationId, details }, result: organization })
}
