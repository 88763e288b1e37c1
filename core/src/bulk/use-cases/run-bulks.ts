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
import type { Ports } from '../../assembly/ports.js'
import { type AuditNeeds, recordActs } from '../../audit/use-cases/record-act.js'
import type { Operator } from '../../identity/use-cases/callers/caller.js'
import type { RunOperation } from '../../runner/use-cases/run-operation.js'
import { operatorOfBulk } from './operator-of-bulk.js'

type Needs = AuditNeeds & Pick<Ports, 'storage' | 'clock' | 'random' | 'digests'>

/** So many items are run in one batch, and no new one after the time of a batch: then its progress is written, and a stop is seen. */
const SLICE = 20

/** What says that whoever began it may not go on. */
const OVER: ReadonlySet<string> = new Set(['Unauthenticated', 'PermissionDenied'])

/** What came of some items. */
interface SliceResult {
  readonly handled: number
  readonly refused: readonly BulkItem[]
  readonly isOver: boolean
  /** What kept it from going on, for now. */
  readonly outage: Outage | undefined
}

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

const refusedItem = (item: BulkItem, left: Refusal): BulkItem => {
  const [problem] = left.fields
  const reason = left.message ?? (problem && `${problem.field} ${problem.message}`)
  return { ...item, refusal: refusalCode(left), message: reason }
}

/** Takes the bulk, or goes on with it; undefined where it is somebody else's, or has ended. */
const take = ({ storage, clock }: Needs, own: ClaimToken, bulkId: BulkId) =>
  storage.units.transact<never, Bulk | undefined>('shared', async (unit) => {
    const bulk = await unit.bulks.lock(bulkId)
    const nowMs = clock.nowMs()
    if (bulk === undefined || !mayWorkAt(bulk, own, nowMs)) return E.right(undefined)
    const taken = { ...bulk, claim: own, leaseUntilMs: nowMs + BULK_LEASE_MS }
    unit.bulks.replace(taken)
    return E.right(taken)
  })()

/** Writes how far it came, unless somebody else has gone on meanwhile; its end is on record. */
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

/** Runs the operation for each of the items in turn, by the one runner and as whoever began it. */
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
 * Sees to some items of a bulk that waits. Right: whether there was one. One process works at a bulk at a time, by a
 * lease; one that dies in the middle is followed by another, for which what was done is a replay under its `requestId`.
 * Where whoever began it has lost the right, is disabled, or ended their session, it stops and says so.
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
