import type { BlockedDestination } from '../../../catalog/domain/blocked-destination.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { CommandResult } from '../../../audit/use-cases/execute-command.js'

const about = (prefix: string) => ({ target: prefix, organizationId: undefined, details: {} })

type Switched = Promise<E.Either<Refusal, CommandResult<BlockedDestination>>>

/**
 * Stops sending to numbers with this prefix, in an exclusive unit: sends are refused, and what no provider
 * has taken yet is cancelled. Conflict for a prefix that is blocked.
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

/** Takes a block back, in an exclusive unit. NotFound for a prefix that is not blocked itself. */
export const removeBlock = async ({ blockedDestinations }: UnitOfWork, prefix: string): Switched => {
  const blocked = await blockedDestinations.lock(prefix)
  if (blocked === undefined) return E.left(refusal('NotFound'))
  blockedDestinations.remove(prefix)
  return E.right({ about: about(prefix), result: blocked })
}
