import { expect } from 'chai'
import fc from 'fast-check'
import {
  type CircuitBreaker,
  CLOSED,
  isOpen,
  letsThrough,
  withCallBegun,
  withCallEnded,
} from '@postrider/core/providers/domain/calls/circuit-breaker'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'

const OUTCOMES = {
  accepted: { _tag: 'Accepted', providerMessageIds: [] },
  forGood: { _tag: 'PermanentFailure', failureCode: 'recipient_invalid', detail: 'no' },
  here: { _tag: 'RejectedByRoute', detail: 'no such sender' },
  forNow: { _tag: 'TransientFailure', detail: 'busy' },
  notAttempted: { _tag: 'NotAttempted', detail: 'no connection' },
  unknown: { _tag: 'OutcomeUnknown', detail: 'lost' },
  own: { _tag: 'OutcomeUnknown', detail: 'lost', isOfMessage: true },
} satisfies Record<string, SubmitOutcome>

type Outcome = keyof typeof OUTCOMES

const ANSWERS: readonly Outcome[] = ['accepted', 'forGood', 'here', 'forNow']
const LONGEST_MS = 40_000

const ended = (
  breaker: CircuitBreaker,
  outcome: Outcome,
  nowMs = NOW_MS,
  startedAtMs = nowMs,
): CircuitBreaker => withCallEnded(breaker, OUTCOMES[outcome], startedAtMs, nowMs, 1)

const after = (outcomes: readonly Outcome[], breaker = CLOSED): CircuitBreaker =>
  outcomes.reduce((now, outcome) => ended(now, outcome), breaker)

const times = (count: number, outcome: Outcome): readonly Outcome[] => Array<Outcome>(count).fill(outcome)

describe('A circuit breaker', () => {
  for (const failure of ['notAttempted', 'unknown'] as const)
    it(`opens at the fifth call in a row that is ${failure}`, () => {
      expect(isOpen(after(times(4, failure)))).to.equal(false)
      expect(isOpen(after([...times(4, failure), 'accepted', ...times(4, failure)]))).to.equal(false)
      expect(isOpen(after(times(5, failure)))).to.equal(true)
    })

  it('opens when half of the last twenty calls failed, ignoring older ones', () => {
    const half = Array.from({ length: 20 }, (_, at): Outcome => (at % 2 === 0 ? 'accepted' : 'notAttempted'))
    expect(isOpen(after(half.slice(0, 19)))).to.equal(false)
    expect(isOpen(after(half))).to.equal(true)
    const rare = Array.from({ length: 200 }, (_, at): Outcome => (at % 3 === 0 ? 'notAttempted' : 'accepted'))
    expect(isOpen(after(rare))).to.equal(false)
  })

  it('stays closed for refusals, and for losses that are specific to the message', () => {
    for (const outcome of [...ANSWERS, 'own'] as const) expect(after(times(100, outcome))).to.equal(CLOSED)
    expect(isOpen(after([...times(4, 'notAttempted'), 'own', 'notAttempted']))).to.equal(true)
  })

  it('allows nothing until its pause has ended, then only one call', () => {
    const open = after(times(5, 'notAttempted'))
    expect(letsThrough(open, NOW_MS + 999)).to.equal(false)
    expect(letsThrough(open, NOW_MS + 1_000)).to.equal(true)
    const trying = withCallBegun(open, NOW_MS + 1_000, LONGEST_MS)
    expect(letsThrough(trying, NOW_MS + 1_000)).to.equal(false)
    expect(letsThrough(trying, NOW_MS + 1_000 + LONGEST_MS)).to.equal(true)
    expect(withCallBegun(CLOSED, NOW_MS, LONGEST_MS)).to.equal(CLOSED)
  })

  it('closes at the first response, and forgets earlier failures', () => {
    for (const answer of ANSWERS)
      expect(ended(after(times(5, 'unknown')), answer, NOW_MS + 2_000)).to.equal(CLOSED)
  })

  it('rests twice as long each time that a probe fails, up to a minute', () => {
    let breaker = after(times(5, 'notAttempted'))
    const pauses: number[] = []
    let nowMs = NOW_MS
    for (let tries = 0; tries < 9; tries += 1) {
      pauses.push(breaker.nextCallAtMs - nowMs)
      nowMs = breaker.nextCallAtMs
      breaker = ended(withCallBegun(breaker, nowMs, LONGEST_MS), 'notAttempted', nowMs)
    }
    expect(pauses).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
    const early = withCallEnded(after(times(4, 'notAttempted')), OUTCOMES.notAttempted, NOW_MS, NOW_MS, 0)
    expect(early.nextCallAtMs).to.equal(NOW_MS + 500)
  })

  it("doesn't rest longer for calls that were in progress when it opened", () => {
    const open = after(times(5, 'notAttempted'))
    expect(ended(open, 'unknown', NOW_MS + 9_000, NOW_MS - 1)).to.equal(open)
  })

  it('allows at most one call in each pause, for any results', () => {
    const scripts = fc.array(
      fc.tuple(fc.constantFrom(...(Object.keys(OUTCOMES) as Outcome[])), fc.integer({ min: 0, max: 70_000 })),
      { maxLength: 80 },
    )
    check(
      fc.property(scripts, (script) => {
        let breaker = CLOSED
        let nowMs = NOW_MS
        for (const [outcome, waitMs] of script) {
          nowMs += waitMs
          if (!letsThrough(breaker, nowMs)) continue
          breaker = withCallBegun(breaker, nowMs, LONGEST_MS)
          if (isOpen(breaker)) expect(letsThrough(breaker, nowMs)).to.equal(false)
          breaker = ended(breaker, outcome, nowMs)
          if (isOpen(breaker)) expect(breaker.nextCallAtMs).to.be.greaterThan(nowMs)
        }
      }),
    )
  })

  it('rests until a whole millisecond, for any random value, because messages are stored with that time', () => {
    const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    check(
      fc.property(fc.array(chances, { minLength: 5, maxLength: 20 }), (script) => {
        let breaker = CLOSED
        for (const chance of script)
          breaker = withCallEnded(breaker, OUTCOMES.notAttempted, NOW_MS, NOW_MS, chance)
        expect(breaker.nextCallAtMs).to.satisfy(Number.isSafeInteger)
      }),
    )
  })
})
