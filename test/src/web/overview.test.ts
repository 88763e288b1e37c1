import { expect } from 'chai'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { accountVerdict } from '@postrider/web/console/health/provider-verdict'
import { waitingWork } from '@postrider/web/console/health/waiting-work'
import { latencyText, rateText, shareText } from '@postrider/web/format/quantities'
import { usualRange } from '@postrider/web/console/overview/flow-steps'
import { type OverviewFigure, overviewFigures } from '@postrider/web/console/overview/overview-figures'
import { workItems } from '@postrider/web/console/overview/work-items'

type Overview = ResultOf<'getOverview'>
type Account = NonNullable<Overview['providers']>['accounts'][number]
type Step = NonNullable<Overview['throughput']>['steps'][number]

const NOW = Date.parse('2026-11-22T14:00:00.000Z')
const ago = (ms: number): string => new Date(NOW - ms).toISOString()
const MINUTE = 60_000

const account = (name: string, changes: Partial<Account> = {}): Account => ({
  providerAccountId: `pac_${name}`,
  name,
  kind: 'smpp',
  status: 'enabled',
  health: null,
  accepted: 100,
  rejectedByRoute: 0,
  permanentFailure: 0,
  transientFailure: 0,
  unknown: 0,
  inFlight: 0,
  lastFailure: null,
  ...changes,
})

const failedAt = (ms: number): Account['lastFailure'] => ({
  outcome: 'unknown',
  detail: null,
  at: ago(ms),
})

const step = (minutesAgo: number, accepted: number, isComplete = true): Step => ({
  at: ago(minutesAgo * MINUTE),
  isComplete,
  states: [
    { state: 'ACCEPTED', count: accepted },
    { state: 'SUBMITTED', count: accepted },
  ],
  submittedP95Ms: accepted === 0 ? null : 212,
})

const WELL: Overview = {
  asOf: ago(0),
  throughput: {
    stepSeconds: 60,
    countedUntil: ago(0),
    steps: [
      ...Array.from({ length: 20 }, (_, at) => step(21 - at, 600 + at * 12)),
      step(1, 660),
      step(0, 9, false),
    ],
    states: [],
    channels: [],
    lanes: [],
    failureCodes: [],
    accepted: [],
    submittedP95Ms: 212,
  },
  backlog: { lanes: [{ lane: 'otp', waiting: 3, since: ago(2_000) }], organizations: [] },
  unresolved: {
    unconfirmed: 0,
    unconfirmedSince: null,
    pastCheck: 0,
    deadLetters: 0,
    orphanReceipts: 0,
    contradictoryReceipts: 0,
    inboundTasks: 0,
  },
  otps: { since: ago(60 * MINUTE), sent: 200, verified: 163 },
  providers: { since: ago(60 * MINUTE), isSample: false, accounts: [account('waba'), account('smpp')] },
  money: { held: [{ environment: 'production', currency: 'INR', heldMinor: 418_200 }], short: [] },
  waiting: { approvals: 0, templateReviews: 0, tickets: 0, chats: 0 },
  stopped: { organizations: 0, apps: 0, providerAccounts: 0, destinations: 2, prefixBlocks: 0 },
}

const SICK: Overview = {
  ...WELL,
  backlog: {
    lanes: [
      { lane: 'otp', waiting: 38, since: ago(75_000) },
      { lane: 'promotional', waiting: 2, since: ago(9_000) },
    ],
    organizations: [],
  },
  unresolved: {
    unconfirmed: 230,
    unconfirmedSince: ago(19 * MINUTE),
    pastCheck: 212,
    deadLetters: 9,
    orphanReceipts: 1,
    contradictoryReceipts: 3,
    inboundTasks: 0,
  },
  otps: { since: ago(60 * MINUTE), sent: 200, verified: 8 },
  providers: {
    since: ago(60 * MINUTE),
    isSample: false,
    accounts: [
      account('waba'),
      account('smpp', { accepted: 62, unknown: 38, lastFailure: failedAt(20_000) }),
    ],
  },
  money: {
    held: [
      { environment: 'test', currency: 'INR', heldMinor: 9_999_999 },
      { environment: 'production', currency: 'EUR', heldMinor: 9_640 },
      { environment: 'production', currency: 'INR', heldMinor: 418_200 },
    ],
    short: [
      { environment: 'production', empty: 2, low: 1 },
      { environment: 'test', empty: 40, low: 0 },
    ],
  },
  waiting: { approvals: 2, templateReviews: 4, tickets: 1, chats: 2 },
  stopped: { organizations: 1, apps: 1, providerAccounts: 0, destinations: 2, prefixBlocks: 1 },
}

const figuresOf = (data: Overview): ReadonlyMap<string, OverviewFigure> =>
  new Map(overviewFigures(data, NOW).map((figure) => [figure.label, figure]))

describe('The overview', () => {
  it('shows seven metrics, without an alarm in normal operation', () => {
    const figures = figuresOf(WELL)
    expect([...figures.keys()]).to.deep.equal([
      'Accepted',
      'Accept to submitted',
      'Backlog',
      'Providers',
      'Money on hold',
      'OTPs entered',
      'Outcome unknown',
    ])
    expect([...figures.values()].map(({ level }) => level)).to.deep.equal(Array.from({ length: 7 }, () => ''))
    expect(workItems(WELL, NOW)).to.deep.equal([])
    expect([...waitingWork(WELL, NOW)]).to.deep.equal([])
  })

  it('uses the last fully counted step, and shows the usual value', () => {
    expect(figuresOf(WELL).get('Accepted')).to.include({ figure: '11', unit: '/s', why: 'usual: 10 to 13' })
  })

  it('shows problems that affect customers in red, each linked to its cause', () => {
    const figures = figuresOf(SICK)
    const red = [...figures.values()].filter(({ level }) => level === 'red')
    expect(red.map(({ label, path }) => [label, path])).to.deep.equal([
      ['Backlog', '/messages?state=ACCEPTED'],
      ['Providers', '/providers'],
      ['Money on hold', '/organizations'],
      ['OTPs entered', '/switches'],
      ['Outcome unknown', '/reconciliation/unknown'],
    ])
    expect(figures.get('Providers')).to.include({ figure: '1 of 2', why: 'smpp is failing' })
    expect(figures.get('Money on hold')).to.include({ figure: '₹4,182.00', why: '2 accounts empty' })
    expect(figures.get('Backlog')?.why).to.equal('oldest 1 min, otp')
  })

  it('shows the same number of unknown outcomes to decide everywhere', () => {
    const unknown = figuresOf(SICK).get('Outcome unknown')
    expect(unknown).to.include({ figure: '230', why: '212 to decide, 18 waiting for reports' })
    expect(workItems(SICK, NOW)[0]?.title).to.equal('212 unknown outcomes to decide')
    const alone = { ...SICK, unresolved: { ...SICK.unresolved, unconfirmed: 212 } } as Overview
    expect(figuresOf(alone).get('Outcome unknown')?.why).to.equal('212 to decide')
  })

  it('draws lines only for metrics that are counted by steps', () => {
    const drawn = overviewFigures(SICK, NOW).filter(({ history }) => history !== undefined)
    expect(drawn.map(({ label }) => label)).to.deep.equal(['Accepted', 'Accept to submitted'])
  })

  it('lists open tasks, those that affect customers first', () => {
    expect(workItems(SICK, NOW).map(({ title, path }) => [title, path])).to.deep.equal([
      ['212 unknown outcomes to decide', '/reconciliation/unknown'],
      ['9 stuck messages', '/reconciliation/dead'],
      ['38% of calls fail', '/providers'],
      ['2 accounts without money', '/organizations'],
      ['Oldest otp message has waited 1 min', '/messages?state=ACCEPTED'],
      ['1 report matches no message', '/reconciliation/orphans'],
      ['3 reports conflict with a final state', '/reconciliation/contradictions'],
      ['1 number prefix blocked', '/switches'],
      ['2 chats are waiting', '/support'],
      ['4 templates to review', '/templates'],
      ['2 proposals to decide', '/approvals'],
      ['1 ticket open', '/support'],
    ])
    expect(Object.fromEntries(waitingWork(SICK, NOW))).to.deep.equal({
      '/reconciliation': { count: 225, isAlarm: true },
      '/templates': { count: 4, isAlarm: false },
      '/approvals': { count: 2, isAlarm: false },
      '/switches': { count: 3, isAlarm: false },
      '/providers': { count: 1, isAlarm: true },
      '/support': { count: 3, isAlarm: false },
    })
  })

  it('omits data that the reader may not see', () => {
    const { asOf, waiting, stopped, money } = SICK
    const figures = figuresOf({ asOf, waiting, stopped, money } as Overview)
    expect([...figures.keys()]).to.deep.equal(['Money on hold'])
    expect([...figuresOf({ asOf }).keys()]).to.deep.equal([])
    expect(workItems({ asOf }, NOW)).to.deep.equal([])
  })

  it('rates an account by its recent calls only', () => {
    const failing = { accepted: 50, unknown: 50 }
    const verdicts = [
      account('a', { status: 'disabled' }),
      account('b', { accepted: 0 }),
      account('c', { ...failing, lastFailure: failedAt(MINUTE) }),
      account('d', { ...failing, lastFailure: failedAt(30 * MINUTE) }),
      account('e', { accepted: 95, transientFailure: 5, lastFailure: failedAt(MINUTE) }),
      account('f', { accepted: 30, permanentFailure: 70, lastFailure: failedAt(MINUTE) }),
      account('g', { accepted: 99, permanentFailure: 1, lastFailure: failedAt(MINUTE) }),
      account('h', { accepted: 1, unknown: 1, lastFailure: failedAt(MINUTE) }),
    ].map((one) => accountVerdict(one, NOW))
    expect(verdicts).to.deep.equal([
      'stopped',
      'idle',
      'failing',
      'well',
      'unsteady',
      'unsteady',
      'well',
      'well',
    ])
  })

  it('shows no usual value if there is little data', () => {
    expect(usualRange([1, 2, 3])).to.equal(undefined)
    expect(usualRange([9, 1, 2, 3, 4, 5, 6, 7, 8, 0, 100])).to.deep.equal([1, 9])
  })

  it('formats quantities for people', () => {
    expect([0, 0.283, 1.44, 183.7].map((rate) => rateText(rate, 'en'))).to.deep.equal([
      '0',
      '0.28',
      '1.4',
      '184',
    ])
    expect([212, 4_750, 130_000].map((ms) => latencyText(ms, 'en'))).to.deep.equal([
      '212 ms',
      '4.8 s',
      '130 s',
    ])
    expect(shareText(0.8149, 'en')).to.equal('81.5')
  })
})
