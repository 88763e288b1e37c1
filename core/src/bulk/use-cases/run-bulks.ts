import {
  advanced,
  type Bulk,
  BULK_LEASE_MS,
  type BulkItem,
  itemRequest,
  itemRequestId,
  mayWorkAt,
} from '../domain/bulk.js'
import { type ClaimToken, newClaim } from '../../providers/domain/calls/claim.js'
import type { BulkId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { refusalCode } from '../../kernel/refusals/refusal-code.js'
import { BATCH_MS } from '../../kernel/pacing/work-pace.js'
import { E, type TE } from '../../fp.js'
import type { BulkStorage } from '../ports/bulk-storage.js'
import type { OperatorSessionStorage } from '../../identity/ports/cookie-session-storage.js'
import type { PeopleStorage } from '../../identity/ports/people-storage.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Random } from '../../kernel/ports/random.js'
import type { Digests } from '../../kernel/ports/digests.js'
import { type AuditNeeds, recordActs } from '../../audit/use-cases/record-act.js'
import type { Operator } from '../../identity/use-cases/callers/caller.js'
import type { RunOperation } from '../../runner/use-cases/run-operation.js'
import { operatorOfBulk } from './operator-of-bulk.js'

type Needs = AuditNeeds & {
  readonly storage: {
    readonly bulks: BulkStorage
    readonly operatorSessions: OperatorSessionStorage
    readonly people: PeopleStorage
    readonly units: UnitStorage
  }
  readonly clock: Clock
  readonly random: Random
  readonly digests: Digests
}

/**
 * The maximum number of items per slice. Also limited by time: after a slice, the progress is written and a
 * stop request is seen.
 */
const SLICE = 20

/** Refusals which mean that the owner is no longer authorized. */
const OVER: ReadonlySet<string> = new Set(['Unauthenticated', 'PermissionDenied'])

/** The result of a slice of items. */
interface SliceResult {
  readonly handled: number
  readonly refused: readonly BulkItem[]
  readonly isOver: boolean
  /** The outage that prevents it from continuing now. */
  readonly outage: Outage | undefined
}

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

const refusedItem = (item: BulkItem, left: Refusal): BulkItem => {
  const [problem] = left.fields
  const reason = left.message ?? (problem && `${problem.field} ${problem.message}`)
  return { ...item, refusal: refusalCode(left), message: reason }
}

/** Claims the bulk, or extends the claim; undefined if another process has it, or it has ended. */
const take = ({ storage, clock }: Needs, own: ClaimToken, bulkId: BulkId) =>
  storage.units.transact<never, Bulk | undefined>('shared', async (unit) => {
    const bulk = await unit.bulks.lock(bulkId)
    const nowMs = clock.nowMs()
    if (bulk === undefined || !mayWorkAt(bulk, own, nowMs)) return E.right(undefined)
    const taken = { ...bulk, claim: own, leaseUntilMs: nowMs + BULK_LEASE_MS }
    unit.bulks.replace(taken)
    return E.right(taken)
  })()

/**
 * Writes the progress, unless another process has continued in the meantime. The end of a bulk is written to
 * the audit log.
 */
const keep = (needs: Needs, own: ClaimToken, bulkId: BulkId, slice: SliceResult) =>
  needs.storage.units.transact<never, void>('shared', async (unit) => {
    const bulk = await unit.bulks.lock(bulkId)
    if (bulk === undefined || bulk.claim !== own) return E.right(undefined)
    const nowMs = needs.clock.nowMs()
    const { handled, refused, isOver } = slice
    const after = advanced(bulk, { handled, refused: refused.length, isOver }, nowMs)
    unit.bulks.replace(after)
    unit.bulks.refuse(refused)
    if (after.state === bulk.state) return E.right(undefined)
    const { operation, total, state } = after
    const act = {
      actor: { kind: 'system', id: 'bulk' },
      action: 'bulk.ended',
      target: bulkId,
      organizationId: undefined,
      details: { operation, state, total, handled: after.handled, refused: after.refused },
    } as const
    await recordActs(needs, unit, [act], nowMs)
    return E.right(undefined)
  })()

/** Runs the operation for each item in turn, through the runner and as the bulk's owner. */
const runItems = async (
  { clock }: Needs,
  run: RunOperation,
  bulk: Bulk,
  operator: Operator,
  items: readonly BulkItem[],
): Promise<SliceResult> => {
  const { operation, clientAddress } = bulk
  const untilMs = clock.nowMs() + BATCH_MS
  const refused: BulkItem[] = []
  for (const [handled, item] of items.entries()) {
    if (handled > 0 && clock.nowMs() >= untilMs) return { handled, refused, isOver: false, outage: undefined }
    const origin = { requestId: itemRequestId(item), clientAddress }
    const answer = await run(operator, operation, itemRequest(bulk, item), origin)()
    if (E.isRight(answer)) continue
    const { left } = answer
    if (isOutage(left)) return { handled, refused, isOver: false, outage: left }
    if (OVER.has(left._tag)) return { handled, refused, isOver: true, outage: undefined }
    refused.push(refusedItem(item, left))
  }
  return { handled: items.length, refused, isOver: false, outage: undefined }
}

const NOTHING: SliceResult = { handled: 0, refused: [], isOver: false, outage: undefined }

/**
 * Processes some items of a running bulk. Right: whether there was one. A lease ensures that one process at a
 * time works on a bulk. After a crash another process continues; items that were already executed are then
 * replays under their `requestId`. The bulk stops if its owner is disabled, no longer authorized, or has
 * ended the session; the stop reason is stored.
 */
export const runBulks = (needs: Needs, run: RunOperation): (() => TE.TaskEither<Outage, boolean>) => {
  const { storage, clock, random } = needs
  const own = newClaim(random.fraction())

  const slice = async (bulk: Bulk): Promise<E.Either<Outage, SliceResult>> => {
    const operator = await operatorOfBulk(needs, bulk)
    if (E.isLeft(operator))
      return isOutage(operator.left) ? E.left(operator.left) : E.right({ ...NOTHING, isOver: true })
    const items = await storage.bulks.items(bulk.bulkId, bulk.handled, SLICE)()
    return E.isLeft(items) ? items : E.right(await runItems(needs, run, bulk, operator.right, items.right))
  }

  return () => async () => {
    const due = await storage.bulks.due(own, clock.nowMs())()
    if (E.isLeft(due)) return due
    if (due.right === undefined) return E.right(false)
    const taken = await take(needs, own, due.right)
    if (E.isLeft(taken)) return taken
    if (taken.right === undefined) return E.right(true)
    const done = await slice(taken.right)
    if (E.isLeft(done)) return done
    const kept = await keep(needs, own, due.right, done.right)
    if (E.isLeft(kept)) return kept
    return done.right.outage === undefined ? E.right(true) : E.left(done.right.outage)
  }
}
