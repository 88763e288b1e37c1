import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { CommandResult } from '../../../audit/use-cases/execute-command.js'
import { withStatus } from '../../../audit/use-cases/with-status.js'

/**
 * Changes a provider account's status, in an exclusive unit: nothing is sent through a disabled account.
 * Messages go to the next mapped account, and are cancelled if all are disabled
 * (docs/api/admin#emergency-stops). The affected messages are determined when they are claimed. NotFound for an
 * unknown account; Conflict if it already has the status, or for an outdated version.
 */
export const switchProviderAccount = async (
  unit: UnitOfWork,
  providerAccountId: ProviderAccountId,
  status: ProviderAccount['status'],
  version?: number,
): Promise<E.Either<Refusal, CommandResult<ProviderAccount>>> => {
  const changed = withStatus(await unit.providerAccounts.lock(providerAccountId), status, version)
  if (E.isLeft(changed)) return changed
  const account = { ...changed.right, version: changed.right.version + 1 }
  unit.providerAccounts.replace(account)
  const about = { target: providerAccountId, organizationId: undefined, details: { status } }
  return E.right({ about, result: account })
}
