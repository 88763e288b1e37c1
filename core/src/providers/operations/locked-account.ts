import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { knownId } from '../../runner/use-cases/known-id.js'

/** The account to change, locked. NotFound if it doesn't exist, Conflict for an outdated version. */
export const lockedAccount = async (
  unit: UnitOfWork,
  named: string,
  version: number | undefined,
): Promise<E.Either<Refusal, ProviderAccount>> => {
  const id = knownId('pac', named)
  if (E.isLeft(id)) return id
  const account = await unit.providerAccounts.lock(id.right)
  if (account === undefined) return E.left(refusal('NotFound'))
  return account.version === version ? E.right(account) : E.left(refusal('Conflict'))
}
