import { expect } from 'chai'
import { aWebhookEndpoint } from '@postrider/conformance/builders/a-webhook-endpoint'
import { fresh } from '@postrider/conformance/builders/fresh'
import type { AppEvent } from '@postrider/core/events/domain/event'
import { DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { type Attempted, concludeTurn } from '@postrider/core/webhooks/domain/conclude-turn'
import { type AttemptResult, healthAfter } from '@postrider/core/webhooks/domain/endpoint-health'
import { type PendingDelivery, planDeliveries } from '@postrider/core/webhooks/domain/plan-deliveries'
import { nextAttemptMs } from '@postrider/core/webhooks/domain/retry-schedule'
import {
  NO_ATTEMPTS,
  signingSecrets,
  type WebhookEndpoint,
} from '@postrider/core/webhooks/domain/webhook-endpoint'

const endpoint = aWebhookEndpoint

const [FIRST, SECOND] = [fresh.id('msg'), fresh.id('msg')]

const event = (
  sequence: number,
  messageId = FIRST,
  type: AppEvent['type'] = 'message.submitted',
): AppEvent => ({
  eventId: fresh.id('evt'),
  type,
  sequence,
  occurredAtMs: 0,
  appId: fresh.id('app'),
  organizationId: fresh.id('org'),
  environment: 'test',
  subject: {
    kind: 'message',
    messageId,
    became: { channel: 'sms', state: 'SUBMITTED', billing: 'settled', failureCode: undefined },
  },
})

const DELIVERED: AttemptResult = { _tag: 'Delivered' }
const FAILED: AttemptResult = { _tag: 'Failed', retryAfterMs: undefined }
const NOW = 1_000_000

/** Runs a turn in which these sequences fail; returns its plan and its end. */
const turn = (
  of: WebhookEndpoint,
  events: readonly AppEvent[],
  pending: readonly PendingDelivery[],
  failing: readonly number[],
  nowMs = NOW,
  purgedTo = 0,
) => {
  const known = pending.map((one) => ({ ...one, event: event(one.sequence, one.key as typeof FIRST) }))
  const plan = planDeliveries(of, { events, pending: known, purgedTo, nowMs })
  const attempted = plan.chains.map((chain) => {
    const tried: Attempted[] = []
    for (const delivery of chain) {
      const result: AttemptResult = failing.includes(delivery.event.sequence) ? FAILED : DELIVERED
      tried.push({ delivery, result, endedAtMs: nowMs })
      if (result !== DELIVERED) break
    }
    return tried
  })
  const tried = attempted.flat().map(({ delivery }) => delivery.event.sequence)
  return { plan, tried, end: concludeTurn(of, plan, pending, attempted, { nowMs, fraction: () => 0 }) }
}

describe('A turn for a webhook endpoint', () => {
  it('delivers events of one message in order, and those of others beside them', () => {
    const { plan, end } = turn(endpoint(), [event(1), event(2, SECOND), event(3)], [], [])
    const sequences = plan.chains.map((chain) => chain.map((one) => one.event.sequence))
    expect(sequences).to.deep.equal([[1, 3], [2]])
    expect(end).to.deep.include({ deliveredTo: 3, put: [], removed: [], givenUp: [], takesEvents: true })
  })

  it('keeps later events of a message behind one that failed, while others pass', () => {
    const first = turn(endpoint(), [event(1), event(2, SECOND), event(3)], [], [1])
    expect(first.tried).to.deep.equal([1, 2])
    const failed = { sequence: 1, key: FIRST, attempts: 1, dueAtMs: NOW + 5000 }
    expect(first.end.put).to.deep.equal([
      failed,
      { sequence: 3, key: FIRST, attempts: 0, dueAtMs: undefined },
    ])
    const later = turn(endpoint({ deliveredTo: 3 }), [event(4), event(5, SECOND)], first.end.put, [])
    expect(later.tried).to.deep.equal([5])
    expect(later.end.put).to.deep.equal([{ sequence: 4, key: FIRST, attempts: 0, dueAtMs: undefined }])
  })

  it('makes the next event of a message due once the one before it is delivered or given up', () => {
    const pending = [
      { sequence: 1, key: FIRST, attempts: 10, dueAtMs: NOW },
      { sequence: 3, key: FIRST, attempts: 0, dueAtMs: undefined },
    ]
    for (const failing of [[], [1]]) {
      const { tried, end } = turn(endpoint({ deliveredTo: 3 }), [], pending, failing)
      expect(tried).to.deep.equal([1])
      expect(end.removed).to.deep.equal([1])
      expect(end.put).to.deep.equal([{ sequence: 3, key: FIRST, attempts: 0, dueAtMs: NOW }])
      expect(end.givenUp).to.deep.equal(failing)
    }
  })

  it('ends deliveries whose events were deleted, so that later ones continue', () => {
    const pending = [
      { sequence: 1, key: FIRST, attempts: 2, dueAtMs: NOW },
      { sequence: 3, key: FIRST, attempts: 0, dueAtMs: undefined },
    ]
    for (const ordering of ['message', 'strict'] as const) {
      const { tried, end } = turn(endpoint({ ordering, deliveredTo: 3 }), [], pending, [], NOW, 2)
      expect(tried).to.deep.equal([])
      expect(end).to.deep.include({ removed: [1], givenUp: [1] })
      expect(end.put).to.deep.equal([{ sequence: 3, key: FIRST, attempts: 0, dueAtMs: NOW }])
    }
  })

  it('ends deliveries that the endpoint no longer wants, so that later ones continue', () => {
    const pending = [
      { sequence: 1, key: FIRST, attempts: 2, dueAtMs: NOW },
      { sequence: 3, key: FIRST, attempts: 0, dueAtMs: undefined },
    ]
    const of = endpoint({ types: ['message.failed'], deliveredTo: 3 })
    const { tried, end } = turn(of, [], pending, [])
    expect(tried).to.deep.equal([])
    expect(end).to.deep.include({ removed: [1], givenUp: [] })
    expect(end.put).to.deep.equal([{ sequence: 3, key: FIRST, attempts: 0, dueAtMs: NOW }])
  })

  it('lets nothing pass a failed event with strict ordering', () => {
    const strict = endpoint({ ordering: 'strict' })
    const first = turn(strict, [event(1), event(2, SECOND)], [], [1])
    expect(first.tried).to.deep.equal([1])
    expect(first.end.put.map(({ sequence }) => sequence)).to.deep.equal([1, 2])
    const next = turn(
      endpoint({ ordering: 'strict', deliveredTo: 2 }),
      [event(3)],
      first.end.put,
      [],
      NOW + 10_000,
    )
    expect(next.tried).to.deep.equal([1])
    expect(next.end).to.deep.include({ deliveredTo: 2, removed: [1] })
  })

  it('gets test events that are for it', () => {
    const of = endpoint({ types: ['message.failed'] })
    const test = (sequence: number, endpointId: string): AppEvent => ({
      ...event(sequence, FIRST, 'webhook.test'),
      subject: { kind: 'note', data: { endpointId } },
    })
    expect(turn(of, [test(1, of.endpointId), test(2, fresh.id('whe'))], [], []).tried).to.deep.equal([1])
  })

  it('takes no more events while very many are pending', () => {
    const pending = Array.from({ length: 200 }, (_, at) => ({
      sequence: at + 1,
      key: '',
      attempts: 1,
      dueAtMs: NOW + 1,
    }))
    expect(turn(endpoint({ deliveredTo: 200 }), [], pending, []).end.takesEvents).to.equal(false)
    expect(turn(endpoint({ deliveredTo: 200 }), [], pending.slice(1), []).end.takesEvents).to.equal(true)
  })

  it('keeps trying others while a single event fails', () => {
    const first = turn(endpoint(), [event(1)], [], [1])
    const of = endpoint({ ...first.end.health, deliveredTo: 1 })
    expect(turn(of, [event(2, SECOND), event(3, SECOND)], first.end.put, []).tried).to.deep.equal([2, 3])
  })

  it('tries a new event after a pause if the failed ones are not due', () => {
    const paused = endpoint({ failures: 6, failingSinceMs: 1, pausedUntilMs: NOW, deliveredTo: 1 })
    const pending = [{ sequence: 1, key: FIRST, attempts: 5, dueAtMs: NOW + 9 }]
    const probe = turn(paused, [event(2), event(3, SECOND), event(4, SECOND)], pending, [])
    expect(probe.tried).to.deep.equal([3])
    expect(probe.end.deliveredTo).to.equal(3)
    expect(probe.end.put.map(({ sequence }) => sequence)).to.deep.equal([2])
    const due = turn(paused, [event(2)], pending, [], NOW + 9)
    expect(due.tried).to.deep.equal([1])
    expect(due.end.deliveredTo).to.equal(1)
  })

  it('has only the requested types, and gaps', () => {
    const of = endpoint({ types: ['message.failed'] })
    const { tried, end } = turn(
      of,
      [event(1), event(2, SECOND, 'message.failed'), event(3, SECOND, 'events.gap')],
      [],
      [],
    )
    expect(tried).to.deep.equal([2, 3])
    expect(end.deliveredTo).to.equal(3)
  })

  it('tries nothing during a pause, and one event after it', () => {
    const paused = endpoint({ failures: 6, failingSinceMs: 1, pausedUntilMs: NOW })
    expect(turn(paused, [event(1), event(2, SECOND)], [], [], NOW - 1)).to.deep.include({ tried: [] })
    const probe = turn(paused, [event(1), event(2, SECOND)], [], [])
    expect(probe.tried).to.deep.equal([1])
    expect(probe.end).to.deep.include({ deliveredTo: 1, health: NO_ATTEMPTS })
  })
})

describe('The retries of an event', () => {
  it('follow the schedule with jitter, and end after ten', () => {
    const pauses = Array.from({ length: 10 }, (_, at) => nextAttemptMs(at + 1, 0, 0))
    expect(pauses).to.deep.equal([
      5e3, 30e3, 120e3, 600e3, 1800e3, 7200e3, 21600e3, 43200e3, 86400e3, 86400e3,
    ])
    expect(nextAttemptMs(11, 0, 0)).to.equal(undefined)
    expect(nextAttemptMs(11, 0, 0, { givesUp: false })).to.equal(DAY_MS)
    expect(nextAttemptMs(1, 0, 0.5)).to.equal(5500)
  })

  it('respect Retry-After up to a day', () => {
    expect(nextAttemptMs(1, 0, 0, { retryAfterMs: 60_000 })).to.equal(60_000)
    expect(nextAttemptMs(1, 0, 0, { retryAfterMs: 1 })).to.equal(5000)
    expect(nextAttemptMs(1, 0, 0, { retryAfterMs: 90 * DAY_MS })).to.equal(DAY_MS)
  })
})

describe('The health of a webhook endpoint', () => {
  it('pauses it after five failures in a row, for longer each time, and a success ends that', () => {
    let health = NO_ATTEMPTS
    const pauses: number[] = []
    for (let failures = 1; failures <= 12; failures += 1) {
      const nowMs = health.pausedUntilMs
      health = healthAfter(health, FAILED, nowMs).health
      pauses.push(Math.max(0, health.pausedUntilMs - nowMs))
    }
    expect(pauses).to.deep.equal([0, 0, 0, 0, 30e3, 60e3, 120e3, 240e3, 480e3, 900e3, 900e3, 900e3])
    expect(healthAfter(health, DELIVERED, 5).health).to.deep.equal(NO_ATTEMPTS)
  })

  it('pauses it once for attempts that fail together', () => {
    let health = NO_ATTEMPTS
    for (let failures = 1; failures <= 20; failures += 1)
      health = healthAfter(health, FAILED, failures).health
    expect(health).to.include({ failures: 5, pausedUntilMs: 5 + 30e3 })
    const asked = healthAfter(health, { ...FAILED, retryAfterMs: 60e3 }, 21).health
    expect(asked.pausedUntilMs).to.equal(21 + 60e3)
    expect(healthAfter(asked, FAILED, 22).health.pausedUntilMs).to.equal(21 + 60e3)
  })

  it('warns once after four days, and disables it after five', () => {
    const failing = { ...NO_ATTEMPTS, failures: 3, failingSinceMs: 0 }
    expect(healthAfter(failing, FAILED, 4 * DAY_MS - 1)).to.deep.include({
      warns: false,
      disabledBecause: undefined,
    })
    const warned = healthAfter(failing, FAILED, 4 * DAY_MS)
    expect(warned).to.deep.include({ warns: true, disabledBecause: undefined })
    expect(healthAfter(warned.health, FAILED, 4 * DAY_MS + HOUR_MS).warns).to.equal(false)
    expect(healthAfter(warned.health, FAILED, 5 * DAY_MS)).to.deep.include({
      warns: false,
      disabledBecause: 'failing',
    })
  })

  it('disables it at once if it is gone', () => {
    expect(healthAfter(NO_ATTEMPTS, { _tag: 'Gone' }, 0).disabledBecause).to.equal('gone')
  })
})

describe('The secrets of a webhook endpoint', () => {
  it('sign until a rotation has ended', () => {
    const of = endpoint({ sealedSecret: 'new', previousSecret: { sealed: 'old', endsAtMs: 10 } })
    expect(signingSecrets(of, 9)).to.deep.equal(['new', 'old'])
    expect(signingSecrets(of, 10)).to.deep.equal(['new'])
    expect(signingSecrets(endpoint({ sealedSecret: 'new' }), 9)).to.deep.equal(['new'])
  })
})
