import { expect } from 'chai'
import { aMessage } from '@postrider/conformance/builders/a-message'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { waitingView } from '@postrider/core/messaging/operations/messages/waiting-view'

const HOUR = 3_600_000
const T = Date.parse('2026-11-22T12:00:00.000Z')
const iso = (ms: number): string => new Date(T + ms).toISOString()

const waiting = (changes: Partial<Message>, dueAtMs?: number, phase?: Attempt['phase']) => {
  const message = aMessage({
    acceptedAtMs: T,
    updatedAtMs: T,
    expiresAtMs: T + HOUR,
    billing: 'provisional',
    leaseUntilMs: 0,
    attempt: 1,
    ...changes,
  })
  const attempts = phase === undefined ? [] : [{ number: 1, phase } as Attempt]
  return waitingView({ message, attempts, dueAtMs })
}

describe('The next check of a waiting message, and its end', () => {
  it('is expiry with a refund if no provider was called', () => {
    expect(waiting({ state: 'ACCEPTED' }, T + 5_000)).to.deep.equal({
      nextCheckAt: iso(5_000),
      latestEnd: { at: iso(HOUR), state: 'EXPIRED', isReleased: true },
    })
  })

  it('comes after a running call, whose outcome stays open at its end', () => {
    expect(waiting({ state: 'ACCEPTED', leaseUntilMs: T + 20_000 }, T, 'intent')).to.deep.equal({
      nextCheckAt: iso(20_000),
      latestEnd: { at: iso(HOUR), state: 'UNCONFIRMED', isReleased: false },
    })
    expect(waiting({ state: 'ACCEPTED' }, T, 'transient_failure')?.latestEnd?.state).to.equal('EXPIRED')
  })

  it('is failure after 72 hours if its outcome stays unknown', () => {
    expect(waiting({ state: 'UNCONFIRMED' }, T + 60_000, 'unknown')).to.deep.equal({
      nextCheckAt: iso(60_000),
      latestEnd: { at: iso(72 * HOUR), state: 'FAILED', isReleased: true },
    })
  })

  it('keeps its state and refunds its money if it is charged on a report', () => {
    expect(waiting({ state: 'SUBMITTED' }, T + 72 * HOUR)).to.deep.equal({
      latestEnd: { at: iso(72 * HOUR), state: 'SUBMITTED', isReleased: true },
    })
    expect(waiting({ state: 'SUBMITTED', billing: 'settled' })).to.deep.equal({})
  })

  it("doesn't exist after its end", () => {
    expect(waiting({ state: 'DELIVERED', billing: 'settled' })).to.equal(undefined)
    expect(waiting({ state: 'FAILED', billing: 'released' }, T)).to.equal(undefined)
  })
})
