import { identifiersIn } from '../../domain/dispatch/outcome.js'
import type { Learned, Report } from '../../domain/dispatch/report.js'
import { settle } from '../../domain/dispatch/settle.js'
import type { EntryId, MessageId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { providerReference } from '../../domain/receipts/provider-reference.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import { UNTRACED } from '../../domain/tracing/trace-context.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { WorkItem, WorkKnown, WorkPlan } from '../../ports/storage/dispatch-storage.js'
import { recordCalls } from '../audit/record-calls.js'
import type { Act } from '../audit/record-act.js'
import { type Settled, emitSettled } from './emit-settled.js'
import { errorMessage } from './error-message.js'
import { type Coalescer, coalesce } from '../concurrency/coalesce.js'
import { inHalves } from '../concurrency/halving.js'

/** Whether a report is in the books now. `refused`: nor will it be, as long as something about this message is wrong. */
export type Recorded = 'recorded' | 'refused'

/** A receipt that says otherwise than its message's final state. */
type Contradiction = ReturnType<typeof emitSettled>[number]

type Needs = Pick<
  Ports,
  'storage' | 'clock' | 'ids' | 'random' | 'digests' | 'keyedDigests' | 'timers' | 'telemetry'
>

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

/** Remembers a value for each message, so that a decision that is made again is the same. */
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
  return (known: WorkKnown): WorkPlan<Settled> => {
    const means = { nowMs: clock.nowMs(), sha256: digests.sha256, chanceOf, entryIdOf }
    const settlement = settle(reports, known, means)
    return { ...settlement, result: { settlement, known } }
  }
}

/** Tells what could not be written, and of which message where it is one alone. */
const tellFailure = (
  { telemetry }: Needs,
  { cause }: Outage,
  reports: readonly Report[],
  known: WorkKnown | undefined,
): void => {
  const failure = { _tag: 'PartFailed', where: 'record', cause } as const
  const [messageId, ...others] = new Set(reports.map((report) => report.messageId))
  if (messageId === undefined || others.length > 0) return telemetry.emit(failure)
  const trace = known?.messages.get(messageId)?.message.trace ?? UNTRACED
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
 * A contradiction is kept as an audit event (docs/contract#delivery-reports); the receipt that says it is in the
 * books already.
 */
const contradictionKeeper = (needs: Needs) => {
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

/**
 * Writes what was learned about messages: states, attempts, money, receipts, all of a batch in one transaction.
 * Storage that is away is waited for as long as the process lives, since what a provider said cannot always be asked
 * again; an unknown commit is simply done once more: attempt numbers and states make the second time change nothing.
 */
export const recordReports = (needs: Needs): Coalescer<Report, Recorded> => {
  const { storage, timers } = needs
  const keepContradictions = contradictionKeeper(needs)

  const pause = (tries: number): Promise<void> =>
    new Promise((resolve) => timers.after(Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(tries, 20)), resolve))

  /** A decision that throws is a bug about one message: it is found by halving like a row that the database refuses. */
  const attempt = async (
    reports: readonly Report[],
    decide: (known: WorkKnown) => WorkPlan<Settled>,
  ): Promise<E.Either<Outage, Settled>> => {
    try {
      return await storage.dispatch.work(reports.map(workItemOf), decide)()
    } catch (error) {
      return E.left({ _tag: 'BatchFailed', cause: errorMessage(error) })
    }
  }

  /** Until storage is there to say what it makes of them. */
  const record = async (
    reports: readonly Report[],
    tries = 0,
  ): Promise<E.Either<Outage, readonly Recorded[]>> => {
    const seen: { known?: WorkKnown } = {}
    const decide = decideWork(needs, reports)
    const done = await attempt(reports, (known) => {
      seen.known = known
      return decide(known)
    })
    if (E.isRight(done)) {
      await keepContradictions(emitSettled(needs, done.right, reports))
      return E.right(reports.map(() => 'recorded'))
    }
    tellFailure(needs, done.left, reports, seen.known)
    if (done.left._tag === 'BatchFailed') return done
    await pause(tries)
    return record(reports, tries + 1)
  }

  const run = inHalves<Report, Outage, readonly Recorded[]>({
    attempt: (reports) => record(reports),
    alone: (reports) => reports.map(() => 'refused'),
    join: (first, second) => [...first.result, ...second.result],
  })

  return coalesce({ ...RECORD_LIMITS, timers, run })
}
