import type { OrganizationId } from '../../kernel/ids/id.js'
import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

/**
 * Whether the Organization may open another ticket; Conflict if it has too many open ones
 * (docs/api/limits#quotas). Locks the Organization, so that of two tickets opened at once the second counts
 * the first.
 */
export const checkOpenTickets = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
): Promise<E.Either<Refusal, undefined>> => {
  await unit.organizations.lock(organizationId)
  const open = await unit.tickets.countOpen(organizationId)
  return open >= QUOTAS.openTickets.most ? E.left(quotaReached('openTickets')) : E.right(undefined)
}
