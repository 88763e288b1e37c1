import { identifiersIn } from '../../../providers/domain/calls/outcome.js'
import type { Learned, Report } from '../../domain/dispatch/report.js'
import { settle } from '../../domain/dispatch/settle.js'
import type { EntryId, MessageId, OrganizationId } from '../../../kernel/ids/id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E } from '../../../fp.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type {
  HeldMessages,
  WorkItem,
  WorkFacts,
  WorkPlan,
  DispatchStorage,
} from '../../ports/dispatch-storage.js'
import { recordCalls } from '../../../audit/use-cases/record-calls.js'
import type { Act } from '../../../audit/use-cases/record-act.js'
import { type Settled, emitSettled } from './emit-settled.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import type { Batcher } from '../../../kernel/batching/batcher.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import {
  type BatchLane,
  type AnsweredItem,
  type Held,
  isolatedBatches,
  type BatchOutcome,
} from '../../../kernel/batching/isolated-batches.js'

/**
 * Whether a report is recorded. `refused`: it can't be recorded while something about this message is wrong.
 */
export type Recorded = 'recorded' | 'refused'

/** A receipt that contradicts its message's final state. */
type Contradiction = ReturnType<typeof emitSettled>[number]

interface Needs {
  readonly storage: { readonly dispatch: DispatchStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly timers: Timers
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
  readonly telemetry: Telemetry
}

const RECORD_LIMITS = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }
const LONGEST_PAUSE_MS = 5 * SECOND_MS

const learnedOf = (report: Report): readonly Learned[] => {
  if (report._tag === 'Receipts') return report.learned
  if (report._tag !== 'Called') return []
  const { providerAccountId } = report
  return identifiersIn(report.outcome).map((providerMessageId) => ({
    providerAccountId,
    providerReference: providerReference(providerMessageId),
  }))
}

const workItemOf = (report: Report): WorkItem => {
  const { messageId } = report
  const learned = learnedOf(report)
  if (report._tag !== 'Called' || report.claimed === undefined) return { messageId, learned }
  const { attempt, providerAccountId, claimed: accepted } = report
  const isFirst = attempt === 1 && learned.length <= 1
  const firstCall = { providerAccountId, acceptedAtMs: accepted.acceptedAtMs }
  return { messageId, learned, accepted, ...(isFirst && { firstCall }) }
}

const organizationOf = (report: Report): OrganizationId | undefined =>
  report._tag === 'Called' ? report.claimed?.organizationId : undefined

/** Remembers a value per message, so that repeating a decision gives the same result. */
const once = <A>(make: () => A): ((messageId: MessageId) => A) => {
  const made = new Map<MessageId, A>()
  return (messageId) => {
    const found = made.get(messageId)
    if (found !== undefined) return found
    const fresh = make()
    made.set(messageId, fresh)
    return fresh
  }
}

const decideWork = ({ ids, random, clock, digests }: Needs, reports: readonly Report[]) => {
  const entryIdOf = once<EntryId>(() => ids.next('ent'))
  const chanceOf = once(() => random.fraction())
  return (facts: WorkFacts): WorkPlan<Settled> => {
    const context = { nowMs: clock.nowMs(), sha256: digests.sha256, chanceOf, entryIdOf }
    const settlement = settle(reports, facts, context)
    return { ...settlement, result: { settlement, facts } }
  }
}

/** Reports a failed write, with the message if it is only one. */
const tellFailure = (
  { telemetry }: Needs,
  { cause }: Outage,
  reports: readonly Report[],
  facts: WorkFacts | undefined,
): void => {
  const failure = { _tag: 'PartFailed', where: 'record', cause } as const
  const [messageId, ...others] = new Set(reports.map((report) => report.messageId))
  if (messageId === undefined || others.length > 0) return telemetry.emit(failure)
  const trace = facts?.messages.get(messageId)?.message.trace ?? UNTRACED
  telemetry.emit({ ...failure, about: { messageId, trace } })
}

const actOf = ({ receipt, message }: Contradiction): Act => ({
  actor: { kind: 'system', id: 'receipts' },
  action: 'receipt.contradicted',
  target: message.messageId,
  organizationId: message.organizationId,
  details: { receiptId: receipt.receiptId, reported: receipt.status, state: message.state },
})

/**
 * Records a contradiction as an audit event (docs/api/delivery#delivery-reports); its receipt is already
 * stored.
 */
const contradictionRecorder = (needs: Needs) => {
  const { telemetry } = needs
  const keep = recordCalls(needs)
  return async (contradicted: readonly Contradiction[]): Promise<void> => {
    try {
      const kept = await Promise.all(contradicted.map((one) => keep(actOf(one))))
      const lost = kept.find(E.isLeft)
      if (lost !== undefined) telemetry.emit({ _tag: 'PartFailed', where: 'audit', cause: lost.left.cause })
    } catch (cause) {
      telemetry.emit({ _tag: 'PartFailed', where: 'audit', cause: errorMessage(cause) })
    }
  }
}

const nextOf = (outcomes: Iterator<BatchOutcome<Recorded>>): BatchOutcome<Recorded> => {
  const next: IteratorResult<BatchOutcome<Recorded>, unknown> = outcomes.next()
  if (next.done === true) throw new Error('a report has no outcome')
  return next.value
}

/** The facts from the last attempt of the transaction. */
interface Seen {
  facts?: WorkFacts
  held?: HeldMessages
}

type Outcomes = ReadonlyArray<BatchOutcome<Recorded>>

/** Why reports weren't recorded, and what is known about them. */
interface Failed {
  readonly outage: Outage
  readonly seen: Seen
}

const RECORDED: AnsweredItem<Recorded> = { _tag: 'Done', answer: 'recorded' }

const heldOf = (organizationId: OrganizationId): Held => ({ _tag: 'Held', organizationId })

/** Records reports in one transaction, repeated until storage gives a definite result. */
const recordTogether = (needs: Needs) => {
  const { storage, timers } = needs
  const keepContradictions = contradictionRecorder(needs)

  const pause = (tries: number): Promise<void> =>
    new Promise((resolve) => timers.after(Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(tries, 20)), resolve))

  /**
   * An exception in the decision is a bug about one message; halving finds it, as it finds a row that the
   * database refuses.
   */
  const attempt = async (
    reports: readonly Report[],
    seen: Seen,
    waits: boolean,
  ): Promise<E.Either<Outage, Settled>> => {
    const decide = decideWork(needs, reports)
    const work = (facts: WorkFacts, held: HeldMessages): WorkPlan<Settled> => {
      seen.facts = facts
      seen.held = held
      return decide(facts)
    }
    try {
      return await storage.dispatch.work(reports.map(workItemOf), work, waits)()
    } catch (error) {
      return E.left({ _tag: 'BatchFailed', cause: errorMessage(error) })
    }
  }

  const outcomesOf = (reports: readonly Report[], { held }: Seen): Outcomes =>
    reports.map(({ messageId }) => {
      const holder = held?.get(messageId)
      return holder === undefined ? RECORDED : heldOf(holder)
    })

  return async (
    reports: readonly Report[],
    { organizationId }: BatchLane,
  ): Promise<E.Either<Failed, Outcomes>> => {
    const seen: Seen = {}
    for (let tries = 0; ; tries += 1) {
      const done = await attempt(reports, seen, organizationId !== undefined)
      if (E.isRight(done)) {
        await keepContradictions(emitSettled(needs, done.right, reports))
        return E.right(outcomesOf(reports, seen))
      }
      const outage = done.left
      tellFailure(needs, outage, reports, seen.facts)
      if (outage._tag === 'BatchFailed') return E.left({ outage, seen })
      // The wait for a row timed out, so other Organizations that are set aside get their turn.
      if (organizationId !== undefined && outage._tag === 'StorageUnavailable')
        return E.right(reports.map(() => heldOf(organizationId)))
      await pause(tries)
    }
  }
}

/**
 * Records reports about messages: states, attempts, money and receipts, a batch in one transaction. If
 * storage is unavailable, it waits as long as the process lives, because a provider's response can't always
 * be asked for again. After an unknown commit it simply repeats: attempt numbers and states prevent a second
 * effect. Reports whose message or account another transaction holds, and those of an Organization that makes
 * batches fail, get their own transactions (docs/promises#neighbors).
 */
export const recordReports = (needs: Needs): Batcher<Report, Recorded> => {
  const record = recordTogether(needs)

  const run = (reports: readonly Report[], lane: BatchLane): Promise<Outcomes> => {
    const ownerOf = (report: Report, { facts }: Seen): OrganizationId | undefined =>
      lane.organizationId ??
      organizationOf(report) ??
      facts?.messages.get(report.messageId)?.message.organizationId

    /** Repeats the transaction without the reports of Organizations that turned out to be set aside. */
    const attempt = async (part: readonly Report[]): Promise<E.Either<Failed, Outcomes>> => {
      const done = await record(part, lane)
      if (E.isRight(done) || part.length === 1) return done
      const owners = part.map((report) => ownerOf(report, done.left.seen))
      const isOut = (owner: OrganizationId | undefined): owner is OrganizationId =>
        owner !== undefined && lane.isAside(owner)
      if (!owners.some(isOut)) return done
      const others = (await recordParts(part.filter((_, at) => !isOut(owners[at])))).values()
      return E.right(owners.map((owner) => (isOut(owner) ? heldOf(owner) : nextOf(others))))
    }

    const recordParts = inHalves<Report, Failed, Outcomes>({
      attempt: async (part) => (part.length === 0 ? E.right([]) : attempt(part)),
      alone: (part, { seen }) =>
        part.map((report) => ({ _tag: 'Done', answer: 'refused', spoils: ownerOf(report, seen) })),
      join: (first, second) => [...first.result, ...second.result],
    })
    return recordParts(reports)
  }

  return isolatedBatches(needs, { ...RECORD_LIMITS, batcher: 'settlement', organizationOf, run })
}
