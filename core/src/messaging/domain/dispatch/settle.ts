import { groupedBy } from '../../../kernel/grouped-by.js'
import type { BudgetUse } from '../../../ledger/domain/budgets/budget.js'
import { type BudgetWithUse, giveBack } from '../../../ledger/domain/budgets/give-back.js'
import { type Applied, applyReceipt } from './apply-receipt.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import { isAboutRecipient } from '../../../providers/domain/receipts/about-recipient.js'
import type { Receipt, ReceiptState } from '../../../providers/domain/receipts/receipt.js'
import type { EntryId, MessageId, ProviderAccountId, ReceiptId } from '../../../kernel/ids/id.js'
import { type Account, accountKey } from '../../../ledger/domain/account.js'
import type { Sha256 } from '../../../kernel/digests/digest.js'
import type { LedgerEvent } from '../../../ledger/domain/ledger-event.js'
import { post } from '../../../ledger/domain/post.js'
import type { Message } from '../messages/message.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { advanceByDecision, advanceByEnding, advanceByGivingBack, advanceByOutcome } from './advance.js'
import { type AccountRefusal, withRefusal } from '../../../providers/domain/calls/account-refusal.js'
import { type Attempt, type AttemptPhase, INTERRUPTED } from '../../../providers/domain/calls/attempt.js'
import {
  type AttemptSegment,
  contradictsPart,
  partAbout,
  partsOf,
  saysMore,
  wholeOf,
  withReport,
} from './attempt-segment.js'
import { isStillClaimed, NO_CLAIM } from '../../../providers/domain/calls/claim.js'
import type { LockedMessage } from './locked-message.js'
import { type CallOutcome, identifiersIn } from '../../../providers/domain/calls/outcome.js'
import { detailWith } from '../../../providers/domain/calls/provider-reason.js'
import { dueAt, type Progress } from './progress.js'
import type { CallReport, DecisionReport, GiveBackReport, Report } from './report.js'

/** The facts that reports are applied to. The port DispatchStorage reads them under lock. */
export interface SettleFacts {
  readonly messages: ReadonlyMap<MessageId, LockedMessage>
  /** By {@link accountKey}: the accounts that pay for the messages. */
  readonly accounts: ReadonlyMap<string, Account>
  /** The open reservation of each message that has one. */
  readonly reservations: ReadonlyMap<MessageId, LedgerEvent>
  /** The parts of each message that its provider took in several parts. */
  readonly parts: ReadonlyMap<MessageId, readonly AttemptSegment[]>
  /** Pending receipts of each message, by Postrider's or the provider's reference, oldest first. */
  readonly receipts: ReadonlyMap<MessageId, readonly Receipt[]>
  /**
   * The budgets of the messages' Organizations, with all uses in the periods in which the messages were
   * accepted.
   */
  readonly budgets: readonly BudgetWithUse[]
}

/** The accounts that refuse a message. */
export interface MessageRefusals {
  readonly messageId: MessageId
  readonly refusals: readonly AccountRefusal[]
}

/** When a message's outbox row is due again. */
export interface DueChange {
  readonly messageId: MessageId
  /** Undefined removes the row from the list. */
  readonly atMs: EpochMs | undefined
  /**
   * The row is parked: it waits for one of these accounts, and is claimed only after it is released or due.
   */
  readonly waitsFor?: readonly ProviderAccountId[] | undefined
}

/** The effect of the reports. The port DispatchStorage writes it. */
export interface Settlement {
  /**
   * Messages with their new values. State, failure code, billing, lease and times are written; sealed
   * variables are erased.
   */
  readonly messages: readonly Message[]
  /** Attempts with their new values; existing ones are completed. */
  readonly attempts: readonly Attempt[]
  /** Parts of messages: new ones, and those with a new report. */
  readonly parts: readonly AttemptSegment[]
  /** All refusals of each message that got another one. */
  readonly refusals: readonly MessageRefusals[]
  readonly events: readonly LedgerEvent[]
  readonly accounts: readonly Account[]
  /** Budgets that got an amount back, with their new values. */
  readonly budgetUses: readonly BudgetUse[]
  /** When each message's outbox row is due again; undefined removes it from the list. */
  readonly due: readonly DueChange[]
  /** Receipts that are no longer pending, and the message each belongs to. */
  readonly receipts: ReadonlyArray<{
    readonly receiptId: ReceiptId
    readonly messageId: MessageId
    readonly state: ReceiptState
  }>
}

/** Inputs of a decision besides the facts. */
export interface SettleContext {
  readonly nowMs: EpochMs
  readonly sha256: Sha256
  /** The jitter for the back-off of a message, 0 to 1; always the same for the same message. */
  readonly chanceOf: (messageId: MessageId) => number
  /** The ID of the ledger entry that closes a message's money, if it is closed. */
  readonly entryIdOf: (messageId: MessageId) => EntryId
}

const PHASES: Readonly<Record<CallOutcome['_tag'], AttemptPhase>> = {
  Accepted: 'accepted',
  RejectedByRoute: 'rejected_by_route',
  PermanentFailure: 'permanent_failure',
  TransientFailure: 'transient_failure',
  NotAttempted: 'transient_failure',
  OutcomeUnknown: 'unknown',
  Retry: 'unknown',
  Deferred: 'transient_failure',
}

/** The attempt's next phase. A repeat of a call with an unknown outcome that wasn't made stays `unknown`. */
const phaseAfter = (outcome: CallOutcome): AttemptPhase =>
  outcome._tag === 'Deferred' && outcome.isRepeat ? 'unknown' : PHASES[outcome._tag]

/** The obstacle in our words, with the provider's own. */
const detailOf = (outcome: CallOutcome): string | undefined =>
  outcome._tag === 'Accepted'
    ? undefined
    : detailWith(outcome.detail, 'reason' in outcome ? outcome.reason : undefined)

/**
 * The ended attempt. An overtaken attempt is recorded too: its provider ID is evidence
 * (docs/promises#duplicate-deliveries).
 */
const endedAttempt = ({ outcome, ...report }: CallReport, nowMs: EpochMs): Attempt => {
  const [providerMessageId] = identifiersIn(outcome)
  return {
    messageId: report.messageId,
    number: report.attempt,
    providerAccountId: report.providerAccountId,
    phase: phaseAfter(outcome),
    providerMessageId,
    providerReference: providerMessageId === undefined ? undefined : providerReference(providerMessageId),
    detail: detailOf(outcome),
    startedAtMs: report.startedAtMs,
    endedAtMs: nowMs,
    claim: NO_CLAIM,
  }
}

/** An intent whose write got no response, so that no call was made; undefined if another claim wrote it. */
const intentGivenBack = (
  { attempt, claim, isRepeat }: GiveBackReport,
  { message, lastAttempt }: LockedMessage,
): CallReport | undefined => {
  const isOwn = lastAttempt?.number === attempt + 1 && lastAttempt.claim === claim
  const isOpen = lastAttempt?.phase === 'intent' || lastAttempt?.phase === 'unknown'
  if (lastAttempt === undefined || !isOwn || !isOpen) return undefined
  const { messageId } = message
  const { number, providerAccountId, startedAtMs } = lastAttempt
  const detail = 'the database did not respond before the call'
  const outcome: CallOutcome = { _tag: 'Deferred', detail, isRepeat, isDueNow: true }
  return { messageId, attempt: number, providerAccountId, startedAtMs, outcome }
}

/** The call that the report is about, if any. */
const callIn = (report: Report, locked: LockedMessage): CallReport | undefined => {
  if (report._tag === 'Called') return report
  return report._tag === 'GivenBack' ? intentGivenBack(report, locked) : undefined
}

/** The attempt after a super admin's decision, which counts only if its outcome was unknown. */
const decidedAttempt = (
  { attempt, outcome, providerMessageId }: DecisionReport,
  { message, lastAttempt }: LockedMessage,
  nowMs: EpochMs,
): Attempt | undefined => {
  if (message.state !== 'UNCONFIRMED' || lastAttempt?.number !== attempt) return undefined
  const isTaken = outcome !== 'failed'
  const acceptedAs = isTaken ? (providerMessageId ?? lastAttempt.providerMessageId) : undefined
  return {
    ...lastAttempt,
    phase: isTaken ? 'accepted' : 'permanent_failure',
    providerMessageId: acceptedAs,
    providerReference: acceptedAs === undefined ? undefined : providerReference(acceptedAs),
    detail: 'decided by a super admin',
    endedAtMs: nowMs,
  }
}

/**
 * Whether a later result knows less than the earlier one, so that the earlier one is kept. That a provider
 * took the message, and its ID there, is kept. The observed details of a call with an unknown outcome are
 * kept too if the later result is an interruption.
 */
const knowsLess = (ended: Attempt, before: Attempt | undefined): boolean => {
  if (before?.phase === 'unknown') return ended.phase === 'unknown' && ended.detail === INTERRUPTED
  return before?.phase === 'accepted' && (ended.phase !== 'accepted' || ended.providerReference === undefined)
}

/** The attempts that the reports end, each once, with the latest information. */
const endedAttempts = (
  reports: readonly Report[],
  locked: LockedMessage,
  nowMs: EpochMs,
): readonly Attempt[] => {
  const { lastAttempt } = locked
  const ended = new Map<number, Attempt>()
  for (const report of reports) {
    const decided = report._tag === 'Decided' ? decidedAttempt(report, locked, nowMs) : undefined
    const call = callIn(report, locked)
    const now = call === undefined ? decided : endedAttempt(call, nowMs)
    if (now === undefined) continue
    const before = ended.get(now.number) ?? (lastAttempt?.number === now.number ? lastAttempt : undefined)
    if (!knowsLess(now, before)) ended.set(now.number, { ...now, claim: before?.claim ?? NO_CLAIM })
  }
  return [...ended.values()]
}

/**
 * The refusals of the message, if the reports add one. Overtaken calls count too, because the refusal is
 * about the account.
 */
const refusalsAfter = (
  reports: readonly Report[],
  { message: { messageId }, refusals: before }: LockedMessage,
): readonly MessageRefusals[] => {
  let refusals = before
  for (const report of reports)
    if (report._tag === 'Called' && report.outcome._tag === 'RejectedByRoute')
      refusals = withRefusal(refusals, report.outcome.refusal)
  return refusals === before ? [] : [{ messageId, refusals }]
}

/**
 * Applies one report to its message. A report made under an earlier attempt number is overtaken: another
 * dispatcher has the message (docs/promises#duplicate-deliveries). An ending is overtaken if somebody claimed
 * the message after the decision. Giving back is overtaken if the claim has changed hands.
 */
const advance = (
  progress: Progress,
  report: Report,
  locked: LockedMessage,
  context: SettleContext,
): Progress => {
  if (report._tag === 'Receipts') return progress
  const { message } = progress
  const { nowMs } = context
  const chance = context.chanceOf(report.messageId)
  const call = callIn(report, locked)
  if (call !== undefined)
    return call.attempt === message.attempt
      ? advanceByOutcome(progress, call.outcome, nowMs, chance, call.askAfterMs)
      : progress
  if (report.attempt !== message.attempt) return progress
  switch (report._tag) {
    case 'Decided':
      return advanceByDecision(progress, report.outcome, nowMs)
    case 'Ended':
      return message.leaseUntilMs > nowMs ? progress : advanceByEnding(progress, report.ending, nowMs, chance)
    case 'GivenBack':
      if (isStillClaimed({ ...message, claim: locked.claim }, report))
        return advanceByGivingBack(progress, report.cause, report.isRepeat, nowMs, chance)
      // The claim was never written, so no dispatcher holds it. The message doesn't have to wait for the
      // relay's horizon.
      return message.state === 'ACCEPTED' && message.leaseUntilMs <= nowMs ? dueAt(progress, nowMs) : progress
    case 'Called':
      return progress
  }
}

/** Which of two lists of an attempt's parts is longer: a late response may complete the first one. */
const isFuller = (taken: readonly AttemptSegment[], known: readonly AttemptSegment[]): boolean =>
  taken.length > known.filter(({ number }) => number === taken[0]?.number).length

/** The parts, with those that the reports say were taken; what is known about an identifier stays known. */
const withTaken = (
  parts: readonly AttemptSegment[],
  reports: readonly Report[],
): readonly AttemptSegment[] => {
  let known = parts
  for (const report of reports) {
    if (report._tag !== 'Called') continue
    const taken = partsOf({ ...report, number: report.attempt }, identifiersIn(report.outcome))
    if (!isFuller(taken, known)) continue
    const before = new Map(known.map((part) => [`${part.number} ${part.providerReference}`, part]))
    const now = taken.map((part) => {
      const { status, failureCode } = before.get(`${part.number} ${part.providerReference}`) ?? part
      return { ...part, status, failureCode }
    })
    known = [...known.filter(({ number }) => number !== report.attempt), ...now]
  }
  return known
}

/** A receipt's effect on its message, and on its part if the provider took the message in parts. */
const applyToParts = (
  progress: Progress,
  parts: readonly AttemptSegment[],
  receipt: Receipt,
  nowMs: EpochMs,
): Applied & { readonly parts: readonly AttemptSegment[] } => {
  const part = partAbout(parts, receipt)
  if (part === undefined) return { ...applyReceipt(progress, receipt, nowMs), parts }
  if (!saysMore(part, receipt))
    return { progress, parts, receipt: contradictsPart(part, receipt) ? 'contradicted' : 'superseded' }
  const now = withReport(parts, part, receipt)
  const whole = wholeOf(now.filter(({ number }) => number === part.number))
  const applied = applyReceipt(progress, { ...receipt, ...whole }, nowMs)
  return { ...applied, parts: now, receipt: applied.receipt === 'superseded' ? 'part' : applied.receipt }
}

/**
 * The ledger entry that closes a message's money: the whole reservation is settled or released
 * (docs/api/money#reservations).
 */
const closing = (before: Message, after: Message, reservation: LedgerEvent | undefined, entryId: EntryId) => {
  if (before.billing === after.billing) return undefined
  if (reservation === undefined) throw new Error(`message ${before.messageId} has no open reservation`)
  return {
    entryId,
    type: after.billing === 'settled' ? ('settlement' as const) : ('release' as const),
    amountMinor: reservation.amountMinor,
    appId: reservation.appId,
    messageId: reservation.messageId,
    relatedEntryId: reservation.entryId,
  }
}

/**
 * Applies reports to their messages, then the receipts that were waiting for them, and moves the resulting
 * money (docs/api/money#reservations). Pure: it can run again on newer facts. Unknown messages are skipped.
 */
export const settle = (
  reports: readonly Report[],
  facts: SettleFacts,
  context: SettleContext,
): Settlement => {
  const messages: Message[] = []
  const attempts: Attempt[] = []
  const parts: AttemptSegment[] = []
  const refusals: MessageRefusals[] = []
  const events: LedgerEvent[] = []
  const accounts = new Map<string, Account>()
  const budgetUses = new Map<string, BudgetUse>()
  const due: DueChange[] = []
  const receipts: Array<{ receiptId: ReceiptId; messageId: MessageId; state: ReceiptState }> = []

  const book = (before: Message, after: Message): void => {
    const { messageId, organizationId, environment, charge } = before
    const posting = closing(before, after, facts.reservations.get(messageId), context.entryIdOf(messageId))
    if (posting === undefined) return
    const key = accountKey({ organizationId, environment, currency: charge.currency })
    const account = accounts.get(key) ?? facts.accounts.get(key)
    if (account === undefined) throw new Error(`account ${key} is missing`)
    const booked = post(account, posting, context.nowMs, context.sha256)
    accounts.set(key, booked.account)
    events.push(booked.event)
    if (posting.type !== 'release') return
    for (const [used, use] of giveBack(facts.budgets, before, budgetUses)) budgetUses.set(used, use)
  }

  for (const [messageId, group] of groupedBy(reports, (report) => report.messageId)) {
    const locked = facts.messages.get(messageId)
    if (locked === undefined) continue
    const before = locked.message
    for (const one of endedAttempts(group, locked, context.nowMs)) attempts.push(one)
    for (const one of refusalsAfter(group, locked)) refusals.push(one)
    let progress: Progress = { message: before, due: 'as before' }
    for (const report of group) progress = advance(progress, report, locked, context)
    const partsBefore = facts.parts.get(messageId) ?? []
    let partsNow = withTaken(partsBefore, group)
    for (const receipt of facts.receipts.get(messageId) ?? []) {
      if (!isAboutRecipient(receipt, before.to)) continue
      const applied = applyToParts(progress, partsNow, receipt, context.nowMs)
      progress = applied.progress
      partsNow = applied.parts
      receipts.push({ receiptId: receipt.receiptId, messageId, state: applied.receipt })
    }
    for (const part of partsNow) if (!partsBefore.includes(part)) parts.push(part)
    if (progress.message !== before) messages.push(progress.message)
    if (progress.due !== 'as before')
      due.push({
        messageId,
        atMs: progress.due === 'never' ? undefined : progress.due,
        ...(progress.waitsFor && { waitsFor: progress.waitsFor }),
      })
    book(before, progress.message)
  }
  const changed = { accounts: [...accounts.values()], budgetUses: [...budgetUses.values()] }
  return { messages, attempts, parts, refusals, events, ...changed, due, receipts }
}
