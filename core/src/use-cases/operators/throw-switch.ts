import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogFound, CatalogRecords, CatalogSelection } from '../../ports/storage/catalog-storage.js'
import type { OutboxSelection } from '../../ports/storage/outbox-storage.js'
import { changeNothing } from './change-nothing.js'
import { checkReason, type Order } from './order.js'

export type SwitchNeeds = Pick<Ports, 'storage' | 'clock' | 'ids' | 'telemetry'>

/** What a switch makes of the records it found. */
export interface Thrown<R> {
  readonly records: CatalogRecords
  readonly unblockedDestinations?: readonly string[]
  /** What the audit event says of it. */
  readonly about: Pick<AuditEvent, 'target' | 'organizationId' | 'details'>
  readonly result: R
}

/** A kill switch, or the one that takes it back. */
export interface Switch<R> {
  /** What the audit event calls it. */
  readonly action: string
  /** What is wrong with the order besides its reason. */
  readonly problems?: readonly FieldProblem[]
  readonly selection: CatalogSelection
  readonly decide: (found: CatalogFound) => E.Either<Refusal, Thrown<R>>
  /** The messages that have to be looked at again. */
  readonly concerned: OutboxSelection
}

/** The record with another status: NotFound where there is none, Conflict where it has that status already. */
export const withStatus = <S extends string, R extends { readonly status: S }>(
  record: R | undefined,
  status: S,
): E.Either<Refusal, R> => {
  if (record === undefined) return E.left(refusal('NotFound'))
  return record.status === status ? E.left(refusal('Conflict')) : E.right({ ...record, status })
}

/**
 * Throws a switch: record and audit event are one transaction (reliability A-1), effective for the next request and
 * the next claim. Then the messages concerned become due at once, so that nothing stopped stays in line; where that
 * fails they are met when they are due anyway, and telemetry is told.
 */
export const throwSwitch =
  ({ storage, clock, ids, telemetry }: SwitchNeeds) =>
  <R>(
    { actor, reason }: Order,
    { action, problems = [], ...of }: Switch<R>,
  ): TE.TaskEither<Refusal | Outage, R> =>
  async () => {
    const broken = [...problems, ...checkReason(reason)]
    if (broken.length > 0) return E.left(invalidRequest(broken))
    const event = { auditId: ids.next('aud'), actor, action, reason, atMs: clock.nowMs() }
    const changed = await storage.catalog.change(of.selection, (found) => {
      const thrown = of.decide(found)
      if (E.isLeft(thrown)) return changeNothing<E.Either<Refusal, R>>(thrown)
      const { records, unblockedDestinations = [], about, result } = thrown.right
      return { records, unblockedDestinations, audit: [{ ...event, ...about }], result: E.right(result) }
    })()
    if (E.isLeft(changed) || E.isLeft(changed.right)) return E.isLeft(changed) ? changed : changed.right
    const hastened = await storage.outbox.hasten(of.concerned, clock.nowMs())()
    if (E.isLeft(hastened))
      telemetry.happened({ _tag: 'Trouble', where: 'operators', cause: hastened.left.cause })
    return changed.right
  }
