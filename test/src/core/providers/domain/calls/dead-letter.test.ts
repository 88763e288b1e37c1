import { expect } from 'chai'
import {
  countFailure,
  deadUntilMs,
  isUnderWay,
  MOST_FAILURES,
  type ProcessingFailures,
  revived,
} from '@postrider/core/providers/domain/calls/dead-letter'
import { RECONCILIATION_WINDOW_MS } from '@postrider/core/providers/domain/calls/past-check'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { allowedDecisions } from '@postrider/core/messaging/domain/dispatch/decisions'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const count = (message: Message, before?: ProcessingFailures, attempt?: number) =>
  countFailure(message, before, { messageId: message.messageId, stage: 'work', attempt }, NOW_MS, 1)

/** The state of the message after this number of failures. */
const failed = (message: Message, times: number): ProcessingFailures => {
  let failures: ProcessingFailures | undefined
  for (let time = 0; time < times; time += 1) failures = count(message, failures)?.failures
  if (failures === undefined) throw new Error('nothing was counted')
  return failures
}

describe('Failures of processing a message', () => {
  it("delay it longer each time, but never into another process's lease", () => {
    const message = aMessage()
    const waits = [0, 1, 2, 3].map((times) => {
      const before = times === 0 ? undefined : failed(message, times)
      return (count(message, before)?.dueAtMs ?? 0) - NOW_MS
    })
    expect(waits).to.deep.equal([2_000, 4_000, 8_000, 16_000])
    expect(count(aMessage({ leaseUntilMs: NOW_MS + 60_000 }))?.dueAtMs).to.equal(NOW_MS + 60_000)
  })

  it("aren't counted if nothing is left to do, nor for an overtaken attempt", () => {
    for (const state of ['DELIVERED', 'READ', 'UNDELIVERED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const)
      expect(count(aMessage({ state, billing: 'settled' })), state).to.equal(undefined)
    expect(count(aMessage({ state: 'SUBMITTED', billing: 'settled' }))).to.equal(undefined)
    expect(count(aMessage({ attempt: 2 }), undefined, 1)).to.equal(undefined)
    expect(count(aMessage({ attempt: 2 }), undefined, 2)?.failures.failures).to.equal(1)
    expect(isUnderWay(aMessage({ state: 'SUBMITTED' }))).to.equal(true)
  })

  it('make it a dead letter at the fifth, and keep the time of that', () => {
    const message = aMessage()
    expect(failed(message, MOST_FAILURES - 1).deadAtMs).to.equal(undefined)
    const dead = failed(message, MOST_FAILURES)
    expect(dead.deadAtMs).to.equal(NOW_MS)
    expect(failed(message, MOST_FAILURES + 1)).to.include({ deadAtMs: NOW_MS, version: MOST_FAILURES + 1 })
    expect(count(message, failed(message, MOST_FAILURES))?.dueAtMs).to.equal(message.expiresAtMs)
  })

  it('start over after a super admin has requeued it', () => {
    const message = aMessage()
    const again = revived(failed(message, MOST_FAILURES))
    expect(again).to.include({ failures: 0, deadAtMs: undefined, version: MOST_FAILURES + 1 })
    expect(count(message, again)?.failures).to.include({ failures: 1, deadAtMs: undefined })
  })

  it("don't touch a dead letter until the sweeps end what it waits for, then for a day each time", () => {
    const accepted = aMessage()
    expect(deadUntilMs(accepted, NOW_MS)).to.equal(accepted.expiresAtMs)
    expect(deadUntilMs(accepted, accepted.expiresAtMs)).to.equal(accepted.expiresAtMs + DAY_MS)
    for (const state of ['UNCONFIRMED', 'SUBMITTED'] as const)
      expect(deadUntilMs(aMessage({ state }), NOW_MS)).to.equal(NOW_MS + RECONCILIATION_WINDOW_MS)
  })
})

describe('The possible decisions about a message', () => {
  it('follow from its state and its failures', () => {
    const accepted = aMessage()
    const dead = failed(accepted, MOST_FAILURES)
    expect(allowedDecisions(accepted, undefined)).to.deep.equal([])
    expect(allowedDecisions(accepted, failed(accepted, 1))).to.deep.equal([])
    expect(allowedDecisions(accepted, dead)).to.deep.equal(['requeueDeadLetter'])
    const unknown = aMessage({ state: 'UNCONFIRMED' })
    expect(allowedDecisions(unknown, undefined)).to.deep.equal(['resolveUnconfirmedMessage'])
    expect(allowedDecisions(unknown, dead)).to.deep.equal(['resolveUnconfirmedMessage', 'requeueDeadLetter'])
    expect(allowedDecisions(aMessage({ state: 'EXPIRED', billing: 'released' }), dead)).to.deep.equal([])
  })
})
