import { expect } from 'chai'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { E } from '@postrider/core/fp'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import { listBudgets } from '@postrider/core/ledger/use-cases/budgets/list-budgets'
import { right } from '@postrider/conformance/outcome'
import { budgetUsed, figuresOf, type Model, type ModelMessage, type Verdict } from './model.js'
import { CURRENCY, type Run } from './run.js'

/** The common part of the responses to every kind of acceptance. */
interface Accepted {
  readonly messageId: MessageId
  readonly replayed: boolean
}

/** A refusal in its form for comparison. */
export const failureOf = (failure: Refusal | Outage): object => ({
  refusedAs: failure._tag,
  retryAfterMs: 'retryAfterMs' in failure ? failure.retryAfterMs : undefined,
})

/** The response that the model expects for an acceptance. */
const expectedOf = (verdict: Verdict): object => {
  if (verdict._tag === 'Refused') return { refusedAs: verdict.as, retryAfterMs: verdict.retryAfterMs }
  const { message, replayed } = verdict
  return { replayed, ...(replayed ? { messageId: message.messageId } : {}) }
}

/** Compares an acceptance with the model. A new message gets its id from the response. */
export const compareAcceptance = (
  what: string,
  answer: E.Either<Refusal | Outage, Accepted>,
  verdict: Verdict,
): void => {
  const isNew = verdict._tag === 'Accepted' && !verdict.replayed
  const result = answer._tag === 'Left' ? failureOf(answer.left) : acceptedAs(answer.right, isNew)
  expect(result, what).to.deep.equal(expectedOf(verdict))
  if (answer._tag === 'Right' && isNew) verdict.message.messageId = answer.right.messageId
}

const acceptedAs = ({ replayed, messageId }: Accepted, isNew: boolean): object => ({
  replayed,
  ...(isNew ? {} : { messageId }),
})

/** Compares the account with the model's to the unit, and the number of its entries. */
export const compareAccount = async (model: Model, { platform, caller }: Run): Promise<void> => {
  const balance = await right(platform.postrider.getBalance(caller, CURRENCY))
  const { postedMinor, reservedMinor, availableMinor, projectionVersion: entries } = balance
  expect({ postedMinor, reservedMinor, availableMinor, entries }, 'the account').to.deep.equal(
    figuresOf(model),
  )
}

const PAGE = 500

const evidenceOf = async ({ platform, firstId }: Run): Promise<readonly MessageEvidence[]> => {
  const found: MessageEvidence[] = []
  for (let after = firstId, isMore = true; isMore;) {
    const page = await right(platform.ports.storage.evidence.messages(after, PAGE))
    found.push(...page)
    after = page.at(-1)?.message.messageId ?? after
    isMore = page.length === PAGE
  }
  return found
}

const storedMessage = ({ message, keys, attempts, challenge }: MessageEvidence) => ({
  messageId: message.messageId,
  channel: message.channel,
  amountMinor: message.charge.amountMinor,
  acceptedAtMs: message.acceptedAtMs,
  expiresAtMs: message.expiresAtMs,
  state: message.state,
  billing: message.billing,
  attempts: attempts.length,
  keys: keys.length,
  challenge: challenge && {
    state: challenge.state,
    attempts: challenge.attempts,
    expiresAtMs: challenge.expiresAtMs,
    verifiedAtMs: challenge.verifiedAtMs,
  },
})

const expectedMessage = (model: Model, message: ModelMessage) => {
  const challenge = model.challenges.find((one) => one.message === message)
  return {
    messageId: message.messageId,
    channel: message.channel,
    amountMinor: message.amountMinor,
    acceptedAtMs: message.acceptedAtMs,
    expiresAtMs: message.expiresAtMs,
    state: message.state,
    billing: message.billing,
    attempts: message.calls,
    keys: 1,
    challenge: challenge && {
      state: challenge.state,
      attempts: challenge.attempts,
      expiresAtMs: challenge.expiresAtMs,
      verifiedAtMs: challenge.verifiedAtMs,
    },
  }
}

/**
 * Compares the run's messages and challenges with the model's, and that no provider was called more often.
 */
export const compareMessages = async (model: Model, run: Run): Promise<void> => {
  const evidence = await evidenceOf(run)
  const expected = model.messages.map((message) => expectedMessage(model, message))
  expect(evidence.map(storedMessage), 'the messages').to.deep.equal(expected)
  const calls = new Map<MessageId, number>()
  for (const { messageId } of run.platform.provider.submissions)
    calls.set(messageId, (calls.get(messageId) ?? 0) + 1)
  const called = evidence.map(({ message }) => calls.get(message.messageId) ?? 0)
  expect(called, 'the calls of the provider').to.deep.equal(model.messages.map(({ calls: count }) => count))
}

/** Compares the budget's use with the model's. */
export const compareBudget = async (model: Model, { platform, organizationId }: Run): Promise<void> => {
  const { value: budgets } = await right(
    listBudgets(platform.ports)(organizationId, 'test', platform.ports.clock.nowMs()),
  )
  const { budget } = model
  const expected =
    budget === undefined ? [] : [{ limitMinor: budget.limitMinor, usedMinor: budgetUsed(model, budget) }]
  const shown = budgets.map(({ limitMinor, usedMinor }) => ({ limitMinor, usedMinor }))
  expect(shown, 'the budget').to.deep.equal(expected)
}
