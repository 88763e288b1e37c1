import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import { type AuditNeeds, recordActs } from '../../../audit/use-cases/record-act.js'
import { isSameRecipient } from '../../../consent/domain/recipient-key.js'
import { E, type TE } from '../../../fp.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import {
  afterStep,
  type Erasure,
  erasureContext,
  type ErasureStep,
  isErasable,
} from '../../domain/erasure/erasure.js'
import type { Message } from '../../domain/messages/message.js'
import type { ErasureStorage } from '../../ports/erasure-storage.js'
import type { InboundStorage } from '../../ports/inbound-storage.js'
import type { SearchStatus, SearchStorage } from '../../ports/search-storage.js'
import { indexedRecipient } from '../search/messages-to.js'

type Needs = AuditNeeds & {
  readonly storage: {
    readonly erasures: ErasureStorage
    readonly inbound: InboundStorage
    readonly search: SearchStorage
    readonly units: UnitStorage
  }
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly keyedDigests: KeyedDigests
}

/** The messages that can be erased now, from the newest on, and the number that are still being sent. */
interface FoundMessages {
  readonly ids: readonly MessageId[]
  readonly waiting: number
}

const PAGES = 20

/** Looks for messages that can be erased; those that can't stay in the index and are looked at each time. */
const findMessages = async (
  { storage }: Needs,
  { organizationId }: Erasure,
  indexed: ReturnType<typeof indexedRecipient>,
  limit: number,
): Promise<E.Either<Outage, FoundMessages>> => {
  let before: MessageId | undefined
  let waiting = 0
  for (let page = 0; page < PAGES; page += 1) {
    const read = await storage.search.byRecipient(indexed, { before, limit, organizationId })()
    if (E.isLeft(read)) return read
    const found: readonly Message[] = read.right.value
    const ids = found.filter(isErasable).map(({ messageId }) => messageId)
    waiting += found.length - ids.length
    before = found.at(-1)?.messageId
    if (ids.length > 0 || found.length < limit) return E.right({ ids, waiting })
  }
  return E.right({ ids: [], waiting })
}

type InboundStep = Pick<ErasureStep, 'inboundMessages' | 'walkedTo' | 'hasWalked'>

/** Erases the person's inbound messages among the next ones of the Organization. */
const eraseInbound = async (
  { storage }: Needs,
  { organizationId, walkedTo: before, hasWalked }: Erasure,
  to: string,
  limit: number,
): Promise<E.Either<Outage, InboundStep>> => {
  if (hasWalked) return E.right({ inboundMessages: 0, walkedTo: before, hasWalked })
  const query = { organizationId, state: undefined, task: undefined, before, limit }
  const read = await storage.inbound.list(query)()
  if (E.isLeft(read)) return read
  const found = read.right.value
  const theirs = found.filter(({ from }) => from !== undefined && isSameRecipient(from, to))
  const ids = theirs.map(({ inboundId }) => inboundId)
  const erased = ids.length === 0 ? E.right(0) : await storage.erasures.eraseInbound(organizationId, ids)()
  if (E.isLeft(erased)) return erased
  const walkedTo = found.at(-1)?.inboundId ?? before
  return E.right({ inboundMessages: erased.right, walkedTo, hasWalked: found.length < limit })
}

const isIndexed = ({ untilMs, sinceMs }: SearchStatus, { createdAtMs }: Erasure): boolean =>
  untilMs !== undefined && untilMs >= createdAtMs && sinceMs === undefined

const stepOf = async (
  needs: Needs,
  erasure: Erasure,
  to: string,
  limit: number,
): Promise<E.Either<Outage, ErasureStep>> => {
  const { erasures, search } = needs.storage
  const status = await search.status()()
  if (E.isLeft(status)) return status
  const indexed = indexedRecipient(needs, to, status.right.value)
  const found = await findMessages(needs, erasure, indexed, limit)
  if (E.isLeft(found)) return found
  const { ids, waiting } = found.right
  const { organizationId } = erasure
  const erased = ids.length === 0 ? E.right(0) : await erasures.eraseMessages(organizationId, ids, indexed)()
  if (E.isLeft(erased)) return erased
  const inbound = await eraseInbound(needs, erasure, to, limit)
  if (E.isLeft(inbound)) return inbound
  return E.right({
    ...inbound.right,
    messages: erased.right,
    waiting,
    isIndexed: isIndexed(status.right.value, erasure),
  })
}

/**
 * Stores the progress, and returns whether the erasure waits now: for the end of messages, or for the search index. The
 * end of the erasure is written to the audit log, without the address.
 */
const keep = (needs: Needs, { erasureId }: Erasure, step: ErasureStep): TE.TaskEither<Outage, boolean> =>
  needs.storage.units.transact<never, boolean>('shared', async (unit) => {
    const held = await unit.erasures.lock(erasureId)
    if (held?.state !== 'running') return E.right(false)
    const nowMs = needs.clock.nowMs()
    const after = afterStep(held, step, nowMs)
    unit.erasures.replace(after)
    if (after.state !== 'done') return E.right(after.dueAtMs > nowMs)
    const { organizationId, messages, inboundMessages } = after
    const act = {
      actor: { kind: 'system', id: 'erasure' },
      action: 'erasure.done',
      target: erasureId,
      organizationId,
      details: { messages, inboundMessages },
    } as const
    await recordActs(needs, unit, [act], nowMs)
    return E.right(false)
  })

/** The most messages in one transaction, whose locks senders would wait for. */
const MOST_AT_ONCE = 100

/**
 * Continues the erasure that is due (docs/api/erasure), with at most `most` messages and as many inbound messages. Right:
 * how many were erased, at least 1 if the next call may have more to do; 0 if none is due, or if it waits for its last
 * messages. Several processes may work on the same one.
 */
export const eraseRecipients =
  (needs: Needs) =>
  (most: number): TE.TaskEither<Outage, number> =>
  async () => {
    const due = await needs.storage.erasures.due(needs.clock.nowMs())()
    if (E.isLeft(due)) return due
    const erasure = due.right
    if (erasure?.sealedTo === undefined) return E.right(0)
    const to = needs.keyRing.open(erasure.sealedTo, erasureContext(erasure.erasureId))
    // Another process may have the key.
    if (E.isLeft(to)) return E.right(0)
    const step = await stepOf(needs, erasure, to.right, Math.max(1, Math.min(most, MOST_AT_ONCE)))
    if (E.isLeft(step)) return step
    const kept = await keep(needs, erasure, step.right)()
    if (E.isLeft(kept)) return kept
    const { messages, inboundMessages } = step.right
    return E.right(Math.max(kept.right ? 0 : 1, messages + inboundMessages))
  }
