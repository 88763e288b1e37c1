import { expect } from 'chai'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Report } from '@postrider/core/messaging/domain/dispatch/report'
import { NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import { settle, type Settlement } from '@postrider/core/messaging/domain/dispatch/settle'
import { unused } from '@postrider/core/ledger/domain/budgets/budget'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { BudgetWithUse } from '@postrider/core/ledger/domain/budgets/give-back'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aReservation } from '@postrider/conformance/builders/a-posting'
import { anAccount } from '@postrider/conformance/builders/an-account'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'

const taken: CallOutcome = { _tag: 'Accepted', providerMessageIds: ['x'] }
const forGood: CallOutcome = { _tag: 'PermanentFailure', failureCode: 'provider_rejected', detail: 'no' }
const forNow: CallOutcome = { _tag: 'TransientFailure', detail: 'busy' }
const unknown: CallOutcome = { _tag: 'OutcomeUnknown', detail: 'lost' }

const organizationId = fresh.id('org')
const DAY_MS = 86_400_000

const called = ({ messageId }: Message, outcome: CallOutcome): Report => ({
  _tag: 'Called',
  messageId,
  attempt: 1,
  outcome,
  startedAtMs: NOW_MS - 5,
  providerAccountId: 'pac_x',
})
const ended = ({ messageId }: Message, tag: 'Expired' | 'Cancelled'): Report => ({
  _tag: 'Ended',
  messageId,
  attempt: 1,
  ending: { _tag: tag },
})

const aSent = (overrides: Partial<Message> = {}): Message =>
  aMessage({ organizationId, attempt: 1, ...overrides })

/** A daily budget with a use of 100 on the day of this time. */
const used = (atMs = NOW_MS): BudgetWithUse => {
  const budget = aBudget({ organizationId, period: 'day' })
  return { budget, use: { ...unused(budget, atMs), usedMinor: 100 } }
}

const settleThese = (
  reports: readonly Report[],
  messages: readonly Message[],
  budgets: readonly BudgetWithUse[],
): Settlement => {
  let account = anAccount({ organizationId })
  const reservations = new Map(
    messages.map((message) => {
      const reserved = aReservation(account, message)
      account = reserved.account
      return [message.messageId, reserved.event]
    }),
  )
  const known = {
    messages: new Map(
      messages.map((message) => [
        message.messageId,
        { message, lastAttempt: undefined, claim: NO_CLAIM, refusals: [] },
      ]),
    ),
    accounts: new Map([[accountKey(account), account]]),
    reservations,
    parts: new Map(),
    receipts: new Map(),
    budgets,
  }
  const entries = { chanceOf: () => 0, entryIdOf: () => fresh.id('ent') }
  return settle(reports, known, { nowMs: NOW_MS, sha256, ...entries })
}

describe('Settling messages that counted towards a budget', () => {
  const kept: ReadonlyArray<readonly [string, (message: Message) => Report]> = [
    ['was submitted', (message) => called(message, taken)],
    ['is tried again', (message) => called(message, forNow)],
    ['has an unknown outcome', (message) => called(message, unknown)],
  ]
  for (const [what, report] of kept) {
    it(`leaves the budget unchanged for one that ${what}`, () => {
      const message = aSent()
      expect(settleThese([report(message)], [message], [used()]).budgetUses).to.deep.equal([])
    })
  }

  const released: ReadonlyArray<readonly [string, (message: Message) => Report]> = [
    ['was refused for good', (message) => called(message, forGood)],
    ['expired', (message) => ended(message, 'Expired')],
    ['was cancelled', (message) => ended(message, 'Cancelled')],
  ]
  for (const [what, report] of released) {
    it(`returns the cost of one that ${what}, once`, () => {
      const message = aSent()
      const day = used()
      const twice = [report(message), report(message)]
      const { budgetUses, events } = settleThese(twice, [message], [day])
      expect(events.map(({ type }) => type)).to.deep.equal(['release'])
      expect(budgetUses).to.deep.equal([{ ...day.use, usedMinor: 75 }])
    })
  }

  it("uses the day of the message's acceptance", () => {
    const message = aSent({ acceptedAtMs: NOW_MS - DAY_MS })
    const [yesterday, today] = [used(NOW_MS - DAY_MS), used()]
    const { budgetUses } = settleThese([called(message, forGood)], [message], [today, yesterday])
    expect(budgetUses).to.deep.equal([{ ...yesterday.use, usedMinor: 75 }])
  })

  it('adds up what several messages return, and nothing of submitted ones', () => {
    const messages = [aSent(), aSent(), aSent()]
    const [one, two, three] = messages
    if (one === undefined || two === undefined || three === undefined) throw new Error('three were made')
    const day = used()
    const reports = [called(one, forGood), called(two, taken), called(three, forGood)]
    const { budgetUses } = settleThese(reports, messages, [day])
    expect(budgetUses).to.deep.equal([{ ...day.use, usedMinor: 50 }])
  })
})
