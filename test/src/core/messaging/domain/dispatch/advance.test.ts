import { expect } from 'chai'
import {
  advanceByEnding,
  advanceByGivingBack,
  advanceByOutcome,
} from '@postrider/core/messaging/domain/dispatch/advance'
import { LONGEST_MS, mayCallAgain } from '@postrider/core/providers/domain/calls/backoff'
import { RECONCILIATION_WINDOW_MS } from '@postrider/core/providers/domain/calls/past-check'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Progress } from '@postrider/core/messaging/domain/dispatch/progress'
import type { Ending, GiveBackCause } from '@postrider/core/messaging/domain/dispatch/report'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const onDelivery = { ...aMessage().charge, chargeOn: 'delivered' as const }
const start = (message: Partial<Message>): Progress => ({
  message: aMessage({ attempt: 1, leaseUntilMs: NOW_MS + 9, ...message }),
  due: 'as before',
})
const spell = ({ message, due }: Progress): string => {
  const when = typeof due === 'number' ? `due in ${due - NOW_MS}` : `due ${due}`
  return [message.state, message.billing, message.failureCode, when].filter(Boolean).join(', ')
}
const after = (outcome: CallOutcome, message: Partial<Message> = {}): string =>
  spell(advanceByOutcome(start(message), outcome, NOW_MS, 0))
type EndingTag = Exclude<Ending['_tag'], 'Parked' | 'QueueFull'>

const ended = (tag: EndingTag, message: Partial<Message> = {}): string =>
  spell(advanceByEnding(start(message), { _tag: tag }, NOW_MS, 0))

const taken: CallOutcome = { _tag: 'Accepted', providerMessageIds: ['x'] }
const forGood: CallOutcome = { _tag: 'PermanentFailure', failureCode: 'recipient_invalid', detail: 'no' }
const forNow: CallOutcome = { _tag: 'TransientFailure', detail: 'busy' }
const here: CallOutcome = {
  _tag: 'RejectedByRoute',
  detail: 'no such sender here',
  refusal: { providerAccountId: 'pac_x', configured: '1/1' },
}
const unknown: CallOutcome = { _tag: 'OutcomeUnknown', detail: 'lost' }
const repeat: CallOutcome = { _tag: 'Retry', detail: 'lost' }
const notBegun: CallOutcome = {
  _tag: 'Deferred',
  detail: 'waited too long',
  isRepeat: false,
  isDueNow: false,
}
const repeatNotBegun: CallOutcome = { ...notBegun, isRepeat: true }
const notAttempted: CallOutcome = { _tag: 'NotAttempted', detail: 'no connection', isDueNow: false }
const HOLD = RECONCILIATION_WINDOW_MS

const OUTCOMES: ReadonlyArray<readonly [string, string, string]> = [
  ['taken: submitted and charged', after(taken), 'SUBMITTED, settled, due never'],
  [
    'taken, charged on delivery: held until a report',
    after(taken, { charge: onDelivery }),
    `SUBMITTED, provisional, due in ${HOLD}`,
  ],
  [
    'taken in the end: no longer unconfirmed',
    after(taken, { state: 'UNCONFIRMED' }),
    'SUBMITTED, settled, due never',
  ],
  ['refused for good: failed and refunded', after(forGood), 'FAILED, released, recipient_invalid, due never'],
  ['not started: tried again', after(notBegun), 'ACCEPTED, provisional, due in 1000'],
  [
    'not started, however often: tried again, since no attempt was made',
    after(notBegun, { attempt: 12 }).replace(/in \d+/, 'later'),
    'ACCEPTED, provisional, due later',
  ],
  [
    'not started, since the process stops: at once, by another process',
    after({ ...notBegun, isDueNow: true }, { attempt: 5 }),
    'ACCEPTED, provisional, due in 0',
  ],
  [
    'not started, and meanwhile considered unknown: failed, since no provider was called',
    after(notBegun, { state: 'UNCONFIRMED' }),
    'FAILED, released, outcome_unknown, due never',
  ],
  [
    'a repeat not started, and meanwhile unconfirmed: unchanged, since the earlier call is open',
    after(repeatNotBegun, { state: 'UNCONFIRMED' }),
    'UNCONFIRMED, provisional, due as before',
  ],
  [
    'a repeat not started, however often: tried again, since no attempt was made',
    after(repeatNotBegun, { attempt: 12 }).replace(/in \d+/, 'later'),
    'ACCEPTED, provisional, due later',
  ],
  [
    'not sent, however often: tried again, since nothing was transmitted',
    [1, 12, 400].map((attempt) => after(notAttempted, { attempt }).replace(/in \d+/, 'later')).join('; '),
    Array(3).fill('ACCEPTED, provisional, due later').join('; '),
  ],
  [
    "not sent, and it is another account's turn: at once",
    after({ ...notAttempted, isDueNow: true }, { attempt: 5 }),
    'ACCEPTED, provisional, due in 0',
  ],
  [
    'not sent shortly before the end of validity: checked then, and expired',
    after(notAttempted, { attempt: 9, expiresAtMs: NOW_MS + 10 }),
    'ACCEPTED, provisional, due in 10',
  ],
  [
    'not sent, and meanwhile considered unknown: failed',
    after(notAttempted, { state: 'UNCONFIRMED' }),
    'FAILED, released, outcome_unknown, due never',
  ],
  ['refused by this account: tried at another at once', after(here), 'ACCEPTED, provisional, due in 0'],
  [
    'refused by the 12th account: failed',
    after(here, { attempt: 12 }),
    'FAILED, released, attempts_exhausted, due never',
  ],
  [
    'refused by this account, and meanwhile considered unknown: failed',
    after(here, { state: 'UNCONFIRMED' }),
    'FAILED, released, outcome_unknown, due never',
  ],
  ['temporarily refused: tried again', after(forNow), 'ACCEPTED, provisional, due in 1000'],
  [
    'temporarily refused, with a requested delay: tried again then',
    after({ ...forNow, retryAfterMs: 60_000 }),
    'ACCEPTED, provisional, due in 60000',
  ],
  [
    'temporarily refused shortly before the end of validity: checked then',
    after(forNow, { expiresAtMs: NOW_MS + 10 }),
    'ACCEPTED, provisional, due in 10',
  ],
  [
    'temporarily refused the 12th time: failed',
    after(forNow, { attempt: 12 }),
    'FAILED, released, attempts_exhausted, due never',
  ],
  [
    'temporarily refused the 12th time, two of the attempts without a call: failed at the 14th',
    [12, 13, 14].map((attempt) => after(forNow, { attempt, uncalled: 2 }).slice(0, 8)).join(', '),
    'ACCEPTED, ACCEPTED, FAILED, ',
  ],
  [
    'to be repeated the 12th time, one of the attempts without a call: again soon',
    after(repeat, { attempt: 12, uncalled: 1 }).replace(/in \d+/, 'later'),
    'ACCEPTED, provisional, due later',
  ],
  ['unknown: unconfirmed, queried in 5 minutes', after(unknown), 'UNCONFIRMED, provisional, due in 300000'],
  [
    'still unknown: queried again',
    after(unknown, { state: 'UNCONFIRMED' }),
    'UNCONFIRMED, provisional, due in 300000',
  ],
  [
    'still unknown near the end of the window: queried at its end',
    after(unknown, { state: 'UNCONFIRMED', updatedAtMs: NOW_MS - HOLD + 7 }),
    'UNCONFIRMED, provisional, due in 7',
  ],
  [
    'never received by the provider, according to it: failed',
    after(forNow, { state: 'UNCONFIRMED' }),
    'FAILED, released, outcome_unknown, due never',
  ],
  ['to be repeated: again soon', after(repeat), 'ACCEPTED, provisional, due in 1000'],
  [
    'to be repeated, but 12 times already: unconfirmed',
    after(repeat, { attempt: 12 }),
    'UNCONFIRMED, provisional, due in 300000',
  ],
  [
    'to be repeated, but already unconfirmed: unchanged, with its money held',
    after(repeat, { state: 'UNCONFIRMED' }),
    'UNCONFIRMED, provisional, due in 300000',
  ],
]
describe('The outcome of a call', () => {
  for (const [what, seen, expected] of OUTCOMES) {
    it(what, () => {
      expect(seen).to.equal(expected)
    })
  }

  it('without a call is recorded, attempt by attempt', () => {
    const once = advanceByOutcome(start({ attempt: 1 }), notAttempted, NOW_MS, 0)
    const twice = advanceByOutcome(once, notBegun, NOW_MS, 0)
    expect([once, twice].map(({ message }) => message.uncalled)).to.deep.equal([1, 2])
    expect(advanceByOutcome(twice, forNow, NOW_MS, 0).message.uncalled).to.equal(2)
  })

  it('ends the lease of its attempt', () => {
    for (const outcome of [taken, here, forGood, forNow, unknown, repeat])
      expect(advanceByOutcome(start({}), outcome, NOW_MS, 0).message.leaseUntilMs).to.equal(0)
  })

  it('changes nothing after the message has changed its state', () => {
    for (const state of MESSAGE_STATES.filter((one) => one !== 'ACCEPTED' && one !== 'UNCONFIRMED'))
      for (const outcome of [taken, here, forGood, forNow, unknown, repeat]) {
        const before = start({ state })
        expect(advanceByOutcome(before, outcome, NOW_MS, 0)).to.equal(before)
      }
  })
})

describe('A message whose accounts are all paused', () => {
  it('is parked for them until its validity ends, rounded up to a second, without counting an attempt', () => {
    const accountIds = [aProviderAccount().providerAccountId]
    const park = (message: Partial<Message>) =>
      advanceByEnding(start(message), { _tag: 'Parked', accountIds }, NOW_MS, 0)
    const parked = park({ expiresAtMs: NOW_MS + 30_001, attempt: 3 })
    expect(parked.message).to.include({ state: 'ACCEPTED', attempt: 3 })
    expect(parked.waitsFor).to.deep.equal(accountIds)
    expect(parked.due).to.equal(Math.ceil((NOW_MS + 30_001) / 1_000) * 1_000)
    expect(park({ state: 'SUBMITTED' }))
      .to.include({ due: 'as before' })
      .and.not.to.have.property('waitsFor')
  })
})

describe('A message that finds too long a line', () => {
  it('returns when there is room, uses no attempt number, and never returns after its validity', () => {
    const noRoom = (message: Partial<Message>, untilMs = NOW_MS + 700): Progress =>
      advanceByEnding(start(message), { _tag: 'QueueFull', untilMs }, NOW_MS, 0.5)
    expect(spell(noRoom({}))).to.equal('ACCEPTED, provisional, due in 700')
    expect(noRoom({ attempt: 3, uncalled: 2 }).message).to.include({ attempt: 3, uncalled: 2 })
    expect(spell(noRoom({}, NOW_MS - 5))).to.equal('ACCEPTED, provisional, due in 0')
    expect(spell(noRoom({ expiresAtMs: NOW_MS + 3 }))).to.equal('ACCEPTED, provisional, due in 3')
    expect(spell(noRoom({ state: 'SUBMITTED' }))).to.equal('SUBMITTED, provisional, due as before')
  })
})

describe('An ending', () => {
  const rows: ReadonlyArray<readonly [string, string, string]> = [
    ['after the validity', ended('Expired'), 'EXPIRED, released, validity_expired, due never'],
    ['by an operator', ended('Cancelled'), 'CANCELLED, released, cancelled, due never'],
    ['by its template’s end', ended('TemplateWithdrawn'), 'FAILED, released, template_rejected, due never'],
    [
      'after 72 hours with an unknown outcome',
      ended('NeverConfirmed', { state: 'UNCONFIRMED' }),
      'FAILED, released, outcome_unknown, due never',
    ],
    ['for a call left open', ended('OutcomeUnknown'), 'UNCONFIRMED, provisional, due in 300000'],
    [
      'for held money without a report',
      ended('ReservationExpired', { state: 'SUBMITTED', charge: onDelivery }),
      'SUBMITTED, released, due never',
    ],
    [
      'for lack of a provider: later again, no attempt counted',
      ended('NoProvider'),
      'ACCEPTED, provisional, due in 1000',
    ],
    [
      'because no account will take it: later again, no attempt counted',
      ended('RejectedByAllRoutes'),
      `ACCEPTED, provisional, due in ${LONGEST_MS}`,
    ],
    [
      'because its sender is on hold: later again, no attempt counted',
      ended('OnHold'),
      `ACCEPTED, provisional, due in ${LONGEST_MS}`,
    ],
    [
      'because no account will take it, near the end of validity',
      ended('RejectedByAllRoutes', { expiresAtMs: NOW_MS + 3 }),
      'ACCEPTED, provisional, due in 3',
    ],
    [
      'for lack of a provider, near the end of validity',
      ended('NoProvider', { expiresAtMs: NOW_MS + 3 }),
      'ACCEPTED, provisional, due in 3',
    ],
  ]
  for (const [what, seen, expected] of rows) {
    it(what, () => {
      expect(seen).to.equal(expected)
    })
  }

  const late: readonly EndingTag[] = [
    'Expired',
    'Cancelled',
    'TemplateWithdrawn',
    'NeverConfirmed',
    'OutcomeUnknown',
    'NoProvider',
    'OnHold',
    'RejectedByAllRoutes',
  ]
  for (const tag of late) {
    it(`${tag} changes nothing once a provider has reported`, () => {
      for (const state of ['SUBMITTED', 'DELIVERED', 'UNDELIVERED', 'READ'] as const) {
        const before = start({ state, billing: 'settled' })
        expect(advanceByEnding(before, { _tag: tag }, NOW_MS, 0)).to.equal(before)
      }
    })
  }
})

describe('Releasing a claimed message', () => {
  const back = (cause: GiveBackCause, isRepeat = false, attempt = 3): Progress =>
    advanceByGivingBack(start({ attempt, uncalled: 1 }), cause, isRepeat, NOW_MS, 0.5)

  for (const cause of ['stopping', 'unanswered'] as const) {
    it(`with the cause ${cause} makes it available at once, and uses nothing up`, () => {
      const { message, due } = back(cause)
      expect(message).to.include({ state: 'ACCEPTED', attempt: 3, uncalled: 1, leaseUntilMs: 0 })
      expect(due).to.equal(NOW_MS)
    })
  }

  it('after a useless wait gives the next account its turn, with a longer wait each time', () => {
    const waits = [1, 3, 6].map((attempt) => Number(back('no slot', false, attempt).due) - NOW_MS)
    expect(waits).to.deep.equal([...waits].sort((one, other) => one - other))
    expect(back('no slot').message).to.include({ attempt: 4, uncalled: 2, leaseUntilMs: 0 })
    expect(mayCallAgain(back('no slot', false, 12).message)).to.equal(true)
  })

  it('keeps the attempt number for repeating an open call', () => {
    expect(back('no slot', true).message).to.include({ attempt: 3, uncalled: 1, leaseUntilMs: 0 })
  })

  it('after an emergency stop checks it a little later', () => {
    expect(back('stopped').message).to.include({ attempt: 3, uncalled: 1, leaseUntilMs: 0 })
    expect(back('stopped').due).to.be.greaterThan(NOW_MS)
  })
})

describe('A submitted message that can be queried', () => {
  const ASK = 3_600_000
  const submittedWith = (overrides: Partial<Message>, askAfterMs?: number): Progress =>
    advanceByOutcome(start(overrides), taken, NOW_MS, 0, askAfterMs)
  const unreported = ({ message }: Progress, atMs: number): Progress =>
    advanceByEnding({ message, due: 'as before' }, { _tag: 'Unreported' }, atMs, 0)

  it('is on the list until its provider is queried, for both ways of charging', () => {
    for (const charge of [onDelivery, undefined])
      expect(submittedWith(charge === undefined ? {} : { charge }, ASK).due).to.equal(NOW_MS + ASK)
    expect(submittedWith({ charge: onDelivery }, HOLD + 1).due).to.equal(NOW_MS + HOLD)
    expect(submittedWith({}).due).to.equal('never')
  })

  it('is queried again each time it is twice as old, until the report is no longer expected', () => {
    const submitted = submittedWith({}, ASK)
    const times: number[] = []
    let due = submitted.due
    while (typeof due === 'number') {
      times.push((due - NOW_MS) / ASK)
      due = unreported(submitted, due).due
    }
    expect(times).to.deep.equal([1, 2, 4, 8, 16, 32, 64])
    expect(due).to.equal('never')
    const held = submittedWith({ charge: onDelivery }, ASK)
    expect(unreported(held, NOW_MS + 40 * ASK).due).to.equal(NOW_MS + HOLD)
  })

  it('is no longer queried after a final report', () => {
    const delivered = {
      message: { ...submittedWith({}, ASK).message, state: 'DELIVERED' as const },
      due: 'never' as const,
    }
    expect(unreported(delivered, NOW_MS + ASK).due).to.equal('as before')
  })
})
