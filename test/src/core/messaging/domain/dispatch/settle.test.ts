import { expect } from 'chai'
import fc from 'fast-check'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import { settle, type SettleFacts } from '@postrider/core/messaging/domain/dispatch/settle'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { compareWithAccount, EMPTY_TALLY, replay } from '@postrider/core/ledger/domain/replay'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { canMove, MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aPosting, aReservation } from '@postrider/conformance/builders/a-posting'
import { aReceipt } from '@postrider/conformance/builders/a-receipt'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { check } from '../../../check.js'
import { aCase, settleContext } from './a-case.js'

const taken: CallOutcome = { _tag: 'Accepted', providerMessageIds: ['0E999F21'] }
const forNow: CallOutcome = { _tag: 'TransientFailure', detail: 'busy' }
const unknown: CallOutcome = { _tag: 'OutcomeUnknown', detail: 'lost' }
const forGood: CallOutcome = { _tag: 'PermanentFailure', failureCode: 'provider_rejected', detail: 'no' }

const refusedAs = (configured: string) => ({
  _tag: 'RejectedByRoute' as const,
  detail: 'no such sender here',
  refusal: { providerAccountId: 'pac_x' as const, configured },
})

describe('Settling reports', () => {
  it('charges a submitted message: state, attempt, entry, account and outbox together', () => {
    const one = aCase()
    const { messages, attempts, events, accounts, due } = one.settleThese([one.called(taken)])
    expect(messages[0]).to.include({ state: 'SUBMITTED', billing: 'settled', leaseUntilMs: 0 })
    expect(attempts).to.deep.equal([
      {
        messageId: one.messageId,
        number: 1,
        providerAccountId: 'pac_x',
        phase: 'accepted',
        providerMessageId: '0E999F21',
        providerReference: 'e999f21',
        detail: undefined,
        startedAtMs: NOW_MS - 5,
        endedAtMs: NOW_MS,
        claim: NO_CLAIM,
      },
    ])
    expect(events).to.have.length(1)
    expect(events[0]).to.include({ type: 'settlement', amountMinor: 25, messageId: one.messageId })
    expect(events[0]?.relatedEntryId).to.equal(one.events[1]?.entryId)
    expect(accounts[0]).to.include({ postedMinor: 75, reservedMinor: 0 })
    expect(due).to.deep.equal([{ messageId: one.messageId, atMs: undefined }])
  })

  it('refunds what no provider took', () => {
    const one = aCase()
    one.settleThese([one.called(forGood)])
    expect(one.account()).to.include({ postedMinor: 100, reservedMinor: 0 })
    expect(one.events[2]).to.include({ type: 'release', amountMinor: 25 })
  })

  it('ignores the same report the second time', () => {
    for (const outcome of [taken, forGood]) {
      const one = aCase()
      one.settleThese([one.called(outcome)])
      const again = one.settleThese([one.called(outcome)])
      expect([again.messages, again.events, again.accounts, again.due]).to.deep.equal([[], [], [], []])
    }
  })

  it('keeps an overtaken attempt as evidence, and changes nothing else', () => {
    for (const outcome of [taken, forNow, unknown, forGood]) {
      const one = aCase({ attempt: 2 })
      const { attempts, ...rest } = one.settleThese([one.called(outcome, 1)])
      expect(attempts.map(({ number }) => number)).to.deep.equal([1])
      expect(rest).to.deep.equal({
        messages: [],
        parts: [],
        refusals: [],
        events: [],
        accounts: [],
        budgetUses: [],
        due: [],
        receipts: [],
      })
    }
  })

  it('ignores an ending that was decided before a call started', () => {
    for (const tag of ['Expired', 'Cancelled', 'NoProvider'] as const) {
      const one = aCase({ attempt: 2 })
      const settled = one.settleThese([one.ended(tag, 1)])
      expect([settled.messages, settled.events, settled.due]).to.deep.equal([[], [], []])
      one.settleThese([one.called(taken, 2)])
      expect(one.message().state).to.equal('SUBMITTED')
    }
  })

  it("keeps the provider's acceptance when a later response is less certain", () => {
    const one = aCase({}, anAttempt({ phase: 'intent' }))
    one.settleThese([one.called(taken)])
    expect(one.settleThese([one.called(unknown)]).attempts).to.deep.equal([])
    const nameless = { _tag: 'Accepted', providerMessageIds: [] } as const
    expect(one.settleThese([one.called(nameless)]).attempts).to.deep.equal([])
    const together = aCase()
    expect(together.settleThese([together.called(taken), together.called(unknown)]).attempts).to.have.length(
      1,
    )
    expect(together.attempts[0]?.phase).to.equal('accepted')
  })

  it('settles an unconfirmed message with the late response of the present attempt', () => {
    const one = aCase()
    one.settleThese([one.called(unknown)])
    expect(one.message().state).to.equal('UNCONFIRMED')
    one.settleThese([one.called(taken)])
    expect(one.message()).to.include({ state: 'SUBMITTED', billing: 'settled' })
    expect(one.attempts.at(-1)?.phase).to.equal('accepted')
  })

  it("applies receipts from before the submit's own response together with it", () => {
    const one = aCase()
    const early = aReceipt({ status: 'delivered' })
    const settled = one.settleThese([one.called(taken)], [early])
    expect(one.message()).to.include({ state: 'DELIVERED', billing: 'settled' })
    expect(settled.events).to.have.length(1)
    expect(settled.receipts).to.deep.equal([
      { receiptId: early.receiptId, messageId: one.messageId, state: 'applied' },
    ])
  })

  it("records which account won't take it, with its latest configuration, and sends nothing", () => {
    const one = aCase()
    const { messages, attempts, refusals, due } = one.settleThese([one.called(refusedAs('1/1'))])
    expect(messages[0]).to.include({
      state: 'ACCEPTED',
      billing: 'provisional',
      leaseUntilMs: 0,
      uncalled: 0,
    })
    expect(attempts[0]).to.include({ phase: 'rejected_by_route', detail: 'no such sender here' })
    expect(refusals).to.deep.equal([{ messageId: one.messageId, refusals: [refusedAs('1/1').refusal] }])
    expect(due).to.deep.equal([{ messageId: one.messageId, atMs: NOW_MS }])
    expect(one.settleThese([one.called(refusedAs('2/1'))]).refusals[0]?.refusals).to.deep.equal([
      refusedAs('2/1').refusal,
    ])
    const other = { ...refusedAs('7/1'), refusal: { providerAccountId: 'pac_y', configured: '7/1' } } as const
    expect(one.settleThese([one.called(other)]).refusals[0]?.refusals).to.deep.equal([
      refusedAs('2/1').refusal,
      other.refusal,
    ])
  })

  it('records the refusal of an overtaken call too, and never moves the message', () => {
    const one = aCase({ attempt: 2 })
    const settled = one.settleThese([one.called(refusedAs('1/1'), 1)])
    expect(settled.refusals).to.have.length(1)
    expect([settled.messages, settled.due]).to.deep.equal([[], []])
  })

  it('applies a report about its own recipient, and leaves one about another pending', () => {
    const one = aCase({ to: '+919876543210' })
    const another = aReceipt({ recipient: '+919876543211', status: 'undelivered' })
    const own = aReceipt({ recipient: '+919876543210', status: 'delivered' })
    const settled = one.settleThese([one.called(taken)], [another, own])
    expect(settled.receipts.map(({ receiptId }) => receiptId)).to.deep.equal([own.receiptId])
    expect(one.message()).to.include({ state: 'DELIVERED', billing: 'settled' })
  })

  it('skips unknown messages', () => {
    const one = aCase()
    const other = aCase()
    expect(one.settleThese([other.called(taken)])).to.deep.equal({
      messages: [],
      attempts: [],
      parts: [],
      refusals: [],
      events: [],
      accounts: [],
      budgetUses: [],
      due: [],
      receipts: [],
    })
  })

  it('throws rather than closing a message without a reservation', () => {
    const message = aMessage({ attempt: 1 })
    const known: SettleFacts = {
      messages: new Map([
        [
          message.messageId,
          {
            message,
            lastAttempt: undefined,
            claim: NO_CLAIM,
            refusals: [],
          },
        ],
      ]),
      accounts: new Map(),
      reservations: new Map(),
      parts: new Map(),
      receipts: new Map(),
      budgets: [],
    }
    const report = { ...aCase().called(taken), messageId: message.messageId }
    expect(() => settle([report], known, settleContext())).to.throw('no open reservation')
  })

  it('books the messages of one account one after another', () => {
    const organizationId = fresh.id('org')
    let account = aPosting(newAccount({ organizationId, environment: 'test', currency: 'INR' })).account
    const messages = Array.from({ length: 5 }, () => aMessage({ organizationId, attempt: 1 }))
    const reservations = messages.map((message) => {
      const booked = aReservation(account, message)
      account = booked.account
      return [message.messageId, booked.event] as const
    })
    const known: SettleFacts = {
      messages: new Map(
        messages.map((message) => [
          message.messageId,
          { message, lastAttempt: undefined, claim: NO_CLAIM, refusals: [] },
        ]),
      ),
      accounts: new Map([[accountKey(account), account]]),
      reservations: new Map(reservations),
      parts: new Map(),
      receipts: new Map(),
      budgets: [],
    }
    const outcomes = [taken, forGood, unknown, forNow, taken]
    const reports = messages.map(({ messageId }, at) => ({
      ...aCase().called(outcomes[at] ?? taken),
      messageId,
    }))
    const { events, accounts } = settle(reports, known, {
      ...settleContext(),
      entryIdOf: () => fresh.id('ent'),
    })
    expect(events.map(({ type, seq }) => `${type} ${seq}`)).to.deep.equal([
      'settlement 7',
      'release 8',
      'settlement 9',
    ])
    expect(accounts).to.have.length(1)
    expect(accounts[0]).to.include({ postedMinor: 9_950, reservedMinor: 50 })
  })
})

type Step = ReceiptStatus | 'outcome'

const play = (steps: readonly Step[], outcome: CallOutcome, chargeOn: 'submitted' | 'delivered') => {
  const one = aCase({ charge: { ...aMessage().charge, chargeOn } })
  for (const step of steps) {
    if (step === 'outcome') one.settleThese([one.called(outcome)])
    else one.settleThese([one.received()], [aReceipt({ status: step })])
  }
  return one
}

const shuffled = (steps: readonly Step[]) =>
  fc.shuffledSubarray([...steps, ...steps], { minLength: steps.length, maxLength: 2 * steps.length })

const allOf = (steps: readonly Step[]) =>
  shuffled(steps).filter((order) => steps.every((step) => order.includes(step)))

const outcomes = fc.constantFrom(taken, unknown)
const chargeOn = fc.constantFrom('submitted' as const, 'delivered' as const)

describe("Receipts in any order, each once or more, before and after the submit's outcome", () => {
  const consistent: ReadonlyArray<readonly [readonly Step[], string, string, string]> = [
    [['outcome', 'accepted', 'delivered', 'read'], 'READ', 'settled', 'settled'],
    [['outcome', 'delivered', 'read'], 'READ', 'settled', 'settled'],
    [['outcome', 'accepted', 'delivered'], 'DELIVERED', 'settled', 'settled'],
    [['outcome', 'accepted', 'undelivered'], 'UNDELIVERED', 'settled', 'released'],
    [['outcome', 'accepted'], 'SUBMITTED', 'settled', 'provisional'],
  ]
  for (const [steps, state, onSubmit, onDelivery] of consistent) {
    it(`lead to ${state} and the same money with ${steps.join(', ')}`, () => {
      check(
        fc.property(allOf(steps), outcomes, chargeOn, (order, outcome, when) => {
          const { message } = play(order, outcome, when)
          expect(message()).to.include({ state, billing: when === 'submitted' ? onSubmit : onDelivery })
        }),
        150,
      )
    })
  }

  it('move states only along the table, money once, and leave sound books, for any content', () => {
    const any = shuffled(['outcome', 'accepted', 'delivered', 'read', 'undelivered'])
    const every = fc.constantFrom(taken, unknown, forNow, forGood)
    check(
      fc.property(any, every, chargeOn, (order, outcome, when) => {
        const { states, events, account, message } = play(order, outcome, when)
        const moves = states.slice(1).map((to, at) => [states[at], to] as const)
        for (const [from, to] of moves) {
          const isLegal =
            from !== undefined &&
            (canMove(from, to) || MESSAGE_STATES.some((via) => canMove(from, via) && canMove(via, to)))
          expect(isLegal, `${from} to ${to}`).to.equal(true)
        }
        expect(events.length).to.be.at.most(3)
        expect(events.length === 3).to.equal(message().billing !== 'provisional')
        const { tally, finding } = replay(EMPTY_TALLY, events, sha256)
        expect(finding ?? compareWithAccount(tally, account())).to.equal(undefined)
      }),
      400,
    )
  })

  it('lead to the same money in any order when the provider charges for submission', () => {
    const any = allOf(['outcome', 'accepted', 'delivered', 'read', 'undelivered'])
    check(
      fc.property(any, outcomes, (order, outcome) => {
        expect(play(order, outcome, 'submitted').message().billing).to.equal('settled')
      }),
    )
  })
})
