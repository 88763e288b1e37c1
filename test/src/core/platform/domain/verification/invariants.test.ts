import { expect } from 'chai'
import { type MessageFacts, messageViolations } from '@postrider/core/platform/domain/verification/invariants'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aClosing, aReservation } from '@postrider/conformance/builders/a-posting'
import { aReceipt } from '@postrider/conformance/builders/a-receipt'
import { anAccount } from '@postrider/conformance/builders/an-account'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const events = (message: Message, closing?: 'settlement' | 'release'): readonly LedgerEvent[] => {
  const reserved = aReservation(anAccount({ organizationId: message.organizationId }), message)
  if (closing === undefined) return [reserved.event]
  return [reserved.event, aClosing(reserved.account, closing, reserved.event, NOW_MS + 1_000).event]
}

const waiting = (overrides: Partial<MessageFacts> = {}): MessageFacts => {
  const message = overrides.message ?? aMessage()
  return {
    message,
    appEnvironment: 'test',
    attempts: [],
    events: overrides.events ?? events(message),
    receipts: [],
    keys: [fresh.hex(32)],
    dueAtMs: NOW_MS,
    challenge: undefined,
    unitAmountMinor: 25,
    ...overrides,
  }
}

const aTaken = (message: Message, endedAtMs = NOW_MS) =>
  anAttempt({ messageId: message.messageId, phase: 'accepted', endedAtMs })

const delivered = (overrides: Partial<MessageFacts> = {}): MessageFacts => {
  const message = overrides.message ?? aMessage({ state: 'DELIVERED', billing: 'settled', attempt: 1 })
  const facts = { attempts: [aTaken(message)], events: events(message, 'settlement'), dueAtMs: undefined }
  return waiting({ message, ...facts, ...overrides })
}

const failed = (overrides: Partial<MessageFacts> = {}): MessageFacts => {
  const message = aMessage({ state: 'FAILED', billing: 'released', attempt: 1 })
  return waiting({ message, events: events(message, 'release'), dueAtMs: undefined, ...overrides })
}

const broken = (facts: MessageFacts): readonly string[] =>
  messageViolations(facts).map(({ invariant }) => invariant)

const change = (
  of: readonly LedgerEvent[],
  at: number,
  changed: Partial<LedgerEvent>,
): readonly LedgerEvent[] => of.map((event, index) => (index === at ? { ...event, ...changed } : event))

/** A message of an environment, paid from its account. */
const ofEnvironment = (environment: Environment): MessageFacts => {
  const message = aMessage({ environment })
  const { organizationId } = message
  return waiting({
    message,
    events: [aReservation(anAccount({ organizationId, environment }), message).event],
  })
}

const settled = aMessage({ state: 'DELIVERED', billing: 'settled', attempt: 1 })
const books = events(settled, 'settlement')
const twice = aMessage({ attempt: 2, state: 'SUBMITTED', billing: 'settled' })
const held = { ...aMessage().charge, chargeOn: 'delivered' as const }
const planted: ReadonlyArray<readonly [string, string, MessageFacts]> = [
  ['has no reservation', 'M-4', waiting({ events: [] })],
  ['has two reservations', 'M-4', waiting({ events: [...events(aMessage()), ...events(aMessage())] })],
  ['was closed twice', 'M-4', delivered({ message: settled, events: [...books, ...books.slice(1)] })],
  ['is settled without being closed', 'M-4', delivered({ message: settled, events: books.slice(0, 1) })],
  [
    'is held and closed',
    'M-4',
    waiting({
      message: { ...settled, state: 'SUBMITTED', billing: 'provisional' },
      attempts: [aTaken(settled)],
      events: books,
    }),
  ],
  [
    'is released and settled',
    'M-4',
    delivered({ message: { ...settled, billing: 'released' }, events: books }),
  ],
  [
    'is final with its money still held',
    'M-4',
    waiting({ message: { ...settled, billing: 'provisional' }, events: books.slice(0, 1) }),
  ],
  [
    'was closed with a different amount',
    'M-4',
    delivered({ message: settled, events: change(books, 1, { amountMinor: 24 }) }),
  ],
  [
    'was closed for another reservation',
    'M-4',
    delivered({ message: settled, events: change(books, 1, { relatedEntryId: fresh.id('ent') }) }),
  ],
  [
    'was closed in another currency',
    'M-4',
    delivered({ message: settled, events: change(books, 1, { currency: 'USD' }) }),
  ],
  [
    'is booked on another account than its own',
    'M-8',
    waiting({ message: aMessage({ environment: 'production' }), events: events(aMessage()) }),
  ],
  ['has another environment than its app', 'M-8', ofEnvironment('production')],
  ['was settled without evidence', 'M-5', delivered({ attempts: [] })],
  [
    'was settled on a receipt that was never applied',
    'M-5',
    delivered({ attempts: [], receipts: [aReceipt()] }),
  ],
  [
    "was released despite a provider's response",
    'M-5',
    { ...failed(), attempts: [aTaken(aMessage(), NOW_MS + 500)] },
  ],
  [
    'was released despite an applied receipt',
    'M-5',
    { ...failed(), receipts: [aReceipt({ state: 'applied', receivedAtMs: NOW_MS })] },
  ],
  [
    'reserved a different amount than its charge',
    'M-6',
    waiting({ events: change(events(aMessage()), 0, { amountMinor: 26 }) }),
  ],
  ['has a price that results in a different amount', 'M-6', waiting({ unitAmountMinor: 24 })],
  ['has no price', 'M-6', waiting({ unitAmountMinor: undefined })],
  [
    'reserved a negative amount, as priced',
    'M-6',
    waiting({
      message: aMessage({ charge: { ...held, amountMinor: -25 } }),
      events: change(events(aMessage()), 0, { amountMinor: -25 }),
      unitAmountMinor: -25,
    }),
  ],
  ['has two keys', 'I-1', waiting({ keys: [fresh.hex(32), fresh.hex(32)] })],
  ['waits without a schedule', 'D-1', waiting({ dueAtMs: undefined })],
  [
    'is unconfirmed without a schedule',
    'D-1',
    waiting({ message: aMessage({ state: 'UNCONFIRMED' }), dueAtMs: undefined }),
  ],
  [
    'holds money for a report without a schedule',
    'D-1',
    waiting({ message: aMessage({ state: 'SUBMITTED', charge: held }), dueAtMs: undefined }),
  ],
  [
    'was taken twice',
    'D-2',
    {
      ...delivered({ message: twice, events: events(twice, 'settlement') }),
      attempts: [aTaken(twice), { ...aTaken(twice), number: 2 }],
    },
  ],
  ['has an attempt beyond its number', 'D-2', waiting({ attempts: [anAttempt({ number: 1 })] })],
]
describe('The invariants of a message', () => {
  it('hold for a waiting one, a delivered one and a failed one', () => {
    expect([waiting(), delivered(), failed()].flatMap(broken)).to.deep.equal([])
  })

  it('hold if a provider recognized a repeat and gave it the same id', () => {
    const message = aMessage({ state: 'DELIVERED', billing: 'settled', attempt: 2 })
    const taken = { ...aTaken(message), providerReference: '4711' }
    const repeat = { ...taken, number: 2 }
    expect(
      broken(delivered({ message, attempts: [taken, repeat], events: events(message, 'settlement') })),
    ).to.deep.equal([])
    const another = { ...repeat, providerReference: '4712' }
    expect(
      broken(delivered({ message, attempts: [taken, another], events: events(message, 'settlement') })),
    ).not.to.deep.equal([])
  })

  it('hold if only a receipt is the evidence', () => {
    expect(broken(delivered({ attempts: [], receipts: [aReceipt({ state: 'applied' })] }))).to.deep.equal([])
  })

  it("hold if a provider's response came after the refund", () => {
    const facts = failed()
    expect(broken({ ...facts, attempts: [aTaken(facts.message, NOW_MS + 2_000)] })).to.deep.equal([])
  })

  it('hold if a charge on delivery was refunded without a report', () => {
    const charge = { ...aMessage().charge, chargeOn: 'delivered' as const }
    const message = aMessage({ state: 'SUBMITTED', billing: 'released', attempt: 1, charge })
    const facts = { message, events: events(message, 'release'), attempts: [aTaken(message)] }
    expect(broken(waiting({ ...facts, dueAtMs: undefined }))).to.deep.equal([])
  })

  it('name the message and the violation', () => {
    const facts = waiting({ dueAtMs: undefined })
    expect(messageViolations(facts)).to.deep.equal([
      {
        invariant: 'D-1',
        subject: facts.message.messageId,
        finding: 'is ACCEPTED, but is not scheduled',
      },
    ])
  })

  for (const [what, invariant, facts] of planted) {
    it(`are violated (${invariant}) by one that ${what}`, () => {
      expect(broken(facts)).to.include(invariant)
    })
  }
})
