import type { BlockedDestination } from '../../domain/catalog/blocked-destination.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type FieldProblem, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import type { CarriedOut } from './carry-out.js'
import type { Order } from './order.js'
import { type SwitchNeeds, throwSwitch } from './throw-switch.js'

/** An order about the numbers that begin with a prefix: `+` and 1 to 15 digits. */
export interface DestinationOrder extends Order {
  readonly prefix: string
}

const PREFIX = /^\+[0-9]{1,15}$/

const checkPrefix = (prefix: string): readonly FieldProblem[] => {
  const message = 'Must be + and 1 to 15 digits.'
  return PREFIX.test(prefix) ? [] : [{ location: 'body', field: '/prefix', code: 'format', message }]
}

const switchOf = (action: string, prefix: string) => ({
  action,
  problems: checkPrefix(prefix),
  concerned: { _tag: 'OfPrefix', prefix } as const,
})

const about = (prefix: string) => ({ target: prefix, organizationId: undefined, details: {} })

type Switched = Promise<E.Either<Refusal, CarriedOut<BlockedDestination>>>

/** Blocks a prefix, in an exclusive unit. Conflict for one that is blocked. */
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

/**
 * Sends nothing more to numbers that begin so, whoever asks: sends are refused with DestinationNotAllowed, and what no
 * provider has taken yet is cancelled. InvalidRequest for what is no prefix, Conflict for one that is blocked.
 */
export const blockDestination =
  (needs: SwitchNeeds) =>
  ({ prefix, ...order }: DestinationOrder): TE.TaskEither<Refusal | Outage, BlockedDestination> =>
    throwSwitch(needs)(order, {
      ...switchOf('destination.block', prefix),
      work: (unit, nowMs) => addBlock(unit, prefix, nowMs),
    })

/** Takes a block back; right: what was taken back. NotFound for a prefix that is not blocked itself. */
export const unblockDestination =
  (needs: SwitchNeeds) =>
  ({ prefix, ...order }: DestinationOrder): TE.TaskEither<Refusal | Outage, BlockedDestination> =>
    throwSwitch(needs)(order, {
      ...switchOf('destination.unblock', prefix),
      work: (unit) => removeBlock(unit, prefix),
    })
