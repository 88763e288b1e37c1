import type { Learned, Report } from '../../domain/dispatch/report.js'
import { settle } from '../../domain/dispatch/settle.js'
import type { EntryId, MessageId } from '../../domain/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import { providerReference } from '../../domain/receipts/provider-reference.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { WorkItem, WorkKnown, WorkPlan } from '../../ports/storage/dispatch-storage.js'
import { recordCalls } from '../audit/record-calls.js'
import type { Act } from '../audit/record-act.js'
import { wordsOf } from './words-of.js'
import { type Coalescer, coalesce } from '../batching/coalesce.js'

/** Whether a report is in the books now. `refused`: nor will it be, as long as something about this message is wrong. */
export type Recorded = 'recorded' | 'refused'

/** A receipt that says otherwise than its message's final state. */
interface Contradiction {
  readonly receipt: Receipt
  readonly message: Message
}

/** What the books say afterwards, for telemetry and the audit log. */
interface Changes {
  readonly states: readonly Message[]
  readonly contradicted: readonly Contradiction[]
}

type Needs = Pick<
  Ports,
  'storage' | 'clock' | 'ids' | 'random' | 'digests' | 'keyedDigests' | 'timers' | 'telemetry'
>

const RECORD_LIMITS = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }
const LONGEST_PAUSE_MS = 5 * SECOND_MS

const learnedOf = (report: Report): Learned | undefined => {
  if (report._tag === 'Receipts') return report.learned
  if (report._tag !== 'Called' || report.outcome._tag !== 'Taken') return undefined
  const { providerMessageId } = report.outcome
  if (providerMessageId === undefined) return undefined
  return {
    providerAccountId: report.providerAccountId,
    providerReference: providerReference(providerMessageId),
  }
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
  return (known: WorkKnown): WorkPlan<Changes> => {
    const means = { nowMs: clock.nowMs(), sha256: digests.sha256, chanceOf, entryIdOf }
    const settlement = settle(reports, known, means)
    const states = settlement.messages.filter(
      ({ messageId, state }) => known.messages.get(messageId)?.message.state !== state,
    )
    const contradicted = settlement.receipts.flatMap(({ receiptId, messageId, state }) => {
      if (state !== 'contradicted') return []
      const receipt = known.receipts.get(messageId)?.find((one) => one.receiptId === receiptId)
      const now = settlement.messages.find((one) => one.messageId === messageId)
      const message = now ?? known.messages.get(messageId)?.message
      return receipt === undefined || message === undefined ? [] : [{ receipt, message }]
    })
    return { ...settlement, result: { states, contradicted } }
  }
}

const tell = ({ telemetry, clock }: Needs, { states, contradicted }: Changes): void => {
  for (const { channel, state, acceptedAtMs } of states) {
    telemetry.happened({ _tag: 'StateChanged', channel, state, ageMs: clock.nowMs() - acceptedAtMs })
  }
  if (contradicted.length > 0) telemetry.happened({ _tag: 'ReceiptContradicted', count: contradicted.length })
}

const actOf = ({ receipt, message }: Contradiction): Act => ({
  actor: { kind: 'system', id: 'receipts' },
  action: 'receipt.contradicted',
  target: message.messageId,
  organizationId: message.organizationId,
  details: { receiptId: receipt.receiptId, reported: receipt.status, state: message.state },
})

/**
 * Writes what was learned about messages: states, attempts, money, receipts, all of a batch in one transaction.
 * Storage that is away is waited for as long as the process lives, since what a provider said cannot always be asked
 * again; an unknown commit is simply done once more: attempt numbers and states make the second time change nothing.
 */
export const recordReports = (needs: Needs): Coalescer<Report, Recorded> => {
  const { storage, timers, telemetry } = needs
  const keep = recordCalls(needs)

  /** A contradiction is kept as an audit event (decisions 3); the receipt that says it is in the books already. */
  const keepContradictions = async (contradicted: readonly Contradiction[]): Promise<void> => {
    try {
      const kept = await Promise.all(contradicted.map((one) => keep(actOf(one))))
      const lost = kept.find(E.isLeft)
      if (lost !== undefined) telemetry.happened({ _tag: 'Trouble', where: 'audit', cause: lost.left.cause })
    } catch (cause) {
      telemetry.happened({ _tag: 'Trouble', where: 'audit', cause: wordsOf(cause) })
    }
  }

  const pause = (tries: number): Promise<void> =>
    new Promise((resolve) => timers.after(Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(tries, 20)), resolve))

  /** A decision that throws is a bug about one message: it is found by halving like a row that the database refuses. */
  const attempt = async (
    items: readonly WorkItem[],
    reports: readonly Report[],
  ): Promise<E.Either<Outage, Changes>> => {
    try {
      return await storage.dispatch.work(items, decideWork(needs, reports))()
    } catch (error) {
      return E.left({ _tag: 'BatchFailed', cause: wordsOf(error) })
    }
  }

  const record = async (reports: readonly Report[], tries = 0): Promise<readonly Recorded[]> => {
    const items: WorkItem[] = reports.map((report) => ({
      messageId: report.messageId,
      learned: learnedOf(report),
    }))
    const done = await attempt(items, reports)
    if (E.isRight(done)) {
      tell(needs, done.right)
      await keepContradictions(done.right.contradicted)
      return reports.map(() => 'recorded')
    }
    telemetry.happened({ _tag: 'Trouble', where: 'record', cause: done.left.cause })
    if (done.left._tag === 'BatchFailed' && reports.length > 1) {
      const middle = Math.ceil(reports.length / 2)
      return [...(await record(reports.slice(0, middle))), ...(await record(reports.slice(middle)))]
    }
    if (done.left._tag === 'BatchFailed') return reports.map(() => 'refused')
    await pause(tries)
    return record(reports, tries + 1)
  }

  return coalesce({ ...RECORD_LIMITS, timers, run: (reports) => record(reports) })
}
