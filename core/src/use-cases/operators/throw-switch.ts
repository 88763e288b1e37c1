import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { OutboxSelection } from '../../ports/storage/outbox-storage.js'
import { carryOut, type OrderNeeds, type Task } from './carry-out.js'
import type { Order } from './order.js'

export type SwitchNeeds = OrderNeeds & Pick<Ports, 'telemetry'>

/** A kill switch, or the one that takes it back. */
export interface Switch<R> extends Task<R> {
  /** The messages that have to be looked at again. */
  readonly concerned: OutboxSelection
}

/**
 * The record with another status: NotFound where there is none, Conflict where it has that status already, or is not
 * of the version that was named.
 */
export const withStatus = <S extends string, R extends { readonly status: S; readonly version?: number }>(
  record: R | undefined,
  status: S,
  version?: number,
): E.Either<Refusal, R> => {
  if (record === undefined) return E.left(refusal('NotFound'))
  const isStale = version !== undefined && record.version !== version
  return isStale || record.status === status ? E.left(refusal('Conflict')) : E.right({ ...record, status })
}

/**
 * Makes the messages due at once that a switch concerns, so that nothing stopped stays in line; where that fails they
 * are met when they are due anyway, and telemetry is told.
 */
export const lookAgain =
  ({ storage, clock, telemetry }: Pick<Ports, 'storage' | 'clock' | 'telemetry'>) =>
  async (concerned: OutboxSelection): Promise<void> => {
    const hastened = await storage.outbox.hasten(concerned, clock.nowMs())()
    if (E.isLeft(hastened))
      telemetry.emit({ _tag: 'Trouble', where: 'operators', cause: hastened.left.cause })
  }

/**
 * Throws a switch: record and audit event are one transaction (docs/promises#unrecorded-acts), effective for the
 * next request and the next claim. Then the messages concerned become due at once.
 */
export const throwSwitch =
  (needs: SwitchNeeds) =>
  <R>(order: Order, { concerned, ...task }: Switch<R>): TE.TaskEither<Refusal | Outage, R> =>
  async () => {
    const thrown = await carryOut(needs)(order, task)()
    if (E.isRight(thrown)) await lookAgain(needs)(concerned)
    return thrown
  }
