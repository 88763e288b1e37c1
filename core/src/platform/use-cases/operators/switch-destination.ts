import type { BlockedDestination } from '../../../catalog/domain/blocked-destination.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { CommandResult } from '../../../audit/use-cases/execute-command.js'

const about = (prefix: string) => ({ target: prefix, organizationId: undefined, details: {} })

type Switched = Promise<E.Either<Refusal, CommandResult<BlockedDestination>>>

/**
 * Blocks sending to numbers with this prefix, in an exclusive unit: sends are refused, and messages that no
 * provider has taken yet are cancelled. Conflict if the prefix is already blocked.
 */
export const addBlock = async (
  { blockedDestinations }: UnitOfWork,
  prefix: string,
  nowMs: EpochMs,
): Switched => {
  if ((await blockedDestinations.lock(prefix)) !== undefined) return E.left(refusal('Conflict'))
  const blocked = { prefix, createdAtMs: nowMs }
  blockedDestinations.add(blocked)
  return E.right({ about: about(prefix), result: blocked })
}

/** Removes a block, in an exclusive unit. NotFound if this exact prefix isn't blocked. */
export const removeBlock = async ({ blockedDestinations }: UnitOfWork, prefix: string): Switched => {
  const blocked = await blockedDestinations.lock(prefix)
  if (blocked === undefined) return E.left(refusal('NotFound'))
  blockedDestinations.remove(prefix)
  return E.right({ about: about(prefix), result: blocked })
}
