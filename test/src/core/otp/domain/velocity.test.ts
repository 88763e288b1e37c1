import { expect } from 'chai'
import fc from 'fast-check'
import { type PastSend, VELOCITY_WINDOW_MS, velocityWaitMs } from '@postrider/core/otp/domain/velocity'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../check.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const appId = fresh.id('app')
const others = Array.from({ length: 20 }, () => fresh.id('app'))

/** Sends of the app with these ages. */
const ago = (...agesMs: readonly number[]): readonly PastSend[] =>
  agesMs.map((ageMs) => ({ appId, createdAtMs: NOW_MS - ageMs }))

/** This number of sends at this interval, with the age of the last one. */
const every = (count: number, gapMs: number, lastAgeMs: number): readonly PastSend[] =>
  ago(...Array.from({ length: count }, (_, at) => lastAgeMs + at * gapMs))

const byOthers = (past: readonly PastSend[]): readonly PastSend[] =>
  past.map((send, at) => ({ ...send, appId: others[at % others.length] ?? appId }))

const wait = (past: readonly PastSend[], nowMs = NOW_MS): number => velocityWaitMs(past, appId, nowMs)

const CASES: ReadonlyArray<readonly [string, readonly PastSend[], number]> = [
  ['the first is allowed', [], 0],
  ['a second waits 30 seconds', ago(0), 30 * SECOND_MS],
  ['a second waits the last millisecond of 30 seconds', ago(30 * SECOND_MS - 1), 1],
  ['a second is allowed after 30 seconds', ago(30 * SECOND_MS), 0],
  ['the fifth in 10 minutes is allowed', every(4, MINUTE_MS, MINUTE_MS), 0],
  ['the sixth waits until the first is 10 minutes old', every(5, MINUTE_MS, MINUTE_MS), 5 * MINUTE_MS],
  ['the sixth waits the last millisecond', every(5, MINUTE_MS, 6 * MINUTE_MS - 1), 1],
  ['the sixth is allowed when the first is 10 minutes old', every(5, MINUTE_MS, 6 * MINUTE_MS), 0],
  ['the tenth of a day is allowed', every(9, HOUR_MS, HOUR_MS), 0],
  ['the eleventh waits until the first is a day old', every(10, HOUR_MS, HOUR_MS), 14 * HOUR_MS],
  ['the eleventh waits the last millisecond', every(10, HOUR_MS, 15 * HOUR_MS - 1), 1],
  ['the eleventh is allowed when the first is a day old', every(10, HOUR_MS, 15 * HOUR_MS), 0],
  ["another app's last send has no effect", byOthers(ago(0)), 0],
  ['the twentieth of all apps is allowed', byOthers(every(19, MINUTE_MS, 0)), 0],
  [
    'the twenty-first of all apps waits until the first is a day old',
    byOthers(every(20, MINUTE_MS, 0)),
    DAY_MS - 19 * MINUTE_MS,
  ],
  ['the twenty-first waits the last millisecond', byOthers(every(20, 1, DAY_MS - 20)), 1],
  ['the twenty-first is allowed when the first is a day old', byOthers(every(20, 1, DAY_MS - 19)), 0],
  [
    "the app's own sends count among those of all apps",
    [...every(1, 0, HOUR_MS), ...byOthers(every(19, 1, 0))],
    DAY_MS - HOUR_MS,
  ],
  ['the longest of the waits applies', every(10, 30 * SECOND_MS, 0), DAY_MS - 270 * SECOND_MS],
]

/** Applies docs/api/otp#otp-velocity by counting: whether one more would be within every limit. */
const mayGo = (past: readonly PastSend[], nowMs: number): boolean => {
  const within = (sends: readonly PastSend[], ms: number): number =>
    sends.filter(({ createdAtMs }) => createdAtMs > nowMs - ms).length
  const own = past.filter((send) => send.appId === appId)
  return (
    within(own, 30 * SECOND_MS) < 1 &&
    within(own, 10 * MINUTE_MS) < 5 &&
    within(own, DAY_MS) < 10 &&
    within(past, DAY_MS) < 20
  )
}

const history = fc.array(
  fc.record({
    appId: fc.constantFrom(appId, ...others),
    createdAtMs: fc
      .oneof(fc.nat(MINUTE_MS), fc.nat(20 * MINUTE_MS), fc.nat(2 * DAY_MS))
      .map((age) => NOW_MS - age),
  }),
  { maxLength: 40 },
)

describe('The velocity of OTPs to one destination', () => {
  for (const [what, past, expected] of CASES) {
    it(what, () => {
      expect(wait(past)).to.equal(expected)
      expect(wait([...past].reverse())).to.equal(expected)
    })
  }

  it('covers a day', () => {
    expect(VELOCITY_WINDOW_MS).to.equal(DAY_MS)
  })

  it('allows exactly what the limits allow', () => {
    check(
      fc.property(history, (past) => {
        expect(wait(past) === 0).to.equal(mayGo(past, NOW_MS))
      }),
      1_000,
    )
  })

  it('returns to the millisecond when the next is allowed, if nothing is sent until then', () => {
    check(
      fc.property(history, (past) => {
        const waitMs = wait(past)
        expect(mayGo(past, NOW_MS + waitMs)).to.equal(true)
        if (waitMs > 0) expect(mayGo(past, NOW_MS + waitMs - 1)).to.equal(false)
        expect(wait(past, NOW_MS + waitMs)).to.equal(0)
      }),
      1_000,
    )
  })
})
