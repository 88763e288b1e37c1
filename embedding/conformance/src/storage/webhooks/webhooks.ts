import type { AppEvent } from '@postrider/core/events/domain/event'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { type Attempted, concludeTurn, type TurnEnd } from '@postrider/core/webhooks/domain/conclude-turn'
import { keyOfEvent, planDeliveries } from '@postrider/core/webhooks/domain/plan-deliveries'
import { replayedDeliveries } from '@postrider/core/webhooks/domain/replay'
import { NO_ATTEMPTS, type WebhookEndpoint } from '@postrider/core/webhooks/domain/webhook-endpoint'
import type { ClaimedEndpoint, LoggedAttempt } from '@postrider/core/webhooks/ports/webhook-storage'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { aWebhookEndpoint } from '../../builders/a-webhook-endpoint.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { numberAllEvents } from '../events/following-events.js'
import { acceptPaid } from '../messaging/accepting.js'
import { endMessages } from '../messaging/settling.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively } from '../unit-work.js'

const LEASE_MS = 60_000
const MOST = { of: 'organizations', endpoints: 10, events: 50, except: [] } as const

const claim = ({ storage }: StorageUnderTest, nowMs = NOW_MS) =>
  right(storage.webhooks.claim(nowMs, LEASE_MS, MOST))

const ofEndpoint = (claimed: readonly ClaimedEndpoint[], { endpointId }: WebhookEndpoint) =>
  claimed.find(({ endpoint }) => endpoint.endpointId === endpointId)

/** Ends a turn in which the messages' events fail, and all others are delivered. */
const endTurn = (one: ClaimedEndpoint, failing: readonly MessageId[], nowMs: number) => {
  const plan = planDeliveries(one.endpoint, {
    events: one.events,
    pending: one.pending,
    purgedTo: one.purgedTo,
    nowMs,
  })
  const attempted = plan.chains.map((chain) => {
    const tried: Attempted[] = []
    for (const delivery of chain) {
      const { subject } = delivery.event
      const isFailing = subject.kind === 'message' && failing.includes(subject.messageId)
      const result = isFailing
        ? ({ _tag: 'Failed', retryAfterMs: undefined } as const)
        : ({ _tag: 'Delivered' } as const)
      tried.push({ delivery, result, endedAtMs: nowMs })
      if (isFailing) break
    }
    return tried
  })
  const end = concludeTurn(one.endpoint, plan, one.pending, attempted, { nowMs, fraction: () => 0 })
  return { end, tried: attempted.flat().map(({ delivery }) => delivery.event.sequence) }
}

const conclude = (
  { storage }: StorageUnderTest,
  one: ClaimedEndpoint,
  end: TurnEnd,
  nowMs = NOW_MS,
  attempts: readonly LoggedAttempt[] = [],
) => right(storage.webhooks.conclude({ endpoint: one.endpoint, claim: one.claim, end, attempts, nowMs }))

/** Claims the endpoint's turn and ends it; returns the sequences that were tried. */
const turn = async (
  at: StorageUnderTest,
  endpoint: WebhookEndpoint,
  failing: readonly MessageId[] = [],
  nowMs = NOW_MS,
): Promise<readonly number[]> => {
  const one = ofEndpoint(await claim(at, nowMs), endpoint)
  if (one === undefined) return []
  const { end, tried } = endTurn(one, failing, nowMs)
  expect(await conclude(at, one, end, nowMs)).to.equal(true)
  return tried
}

const opened = async (at: StorageUnderTest, changes: Partial<WebhookEndpoint> = {}) => {
  const { organizationId, appId, environment } = aMessage()
  const endpoint = aWebhookEndpoint({ organizationId, appId, environment, ...changes })
  await exclusively(at, (unit) => unit.webhookEndpoints.add(endpoint))
  const accept = async (): Promise<Message> => {
    const { message } = await acceptPaid(at.storage, { organizationId, appId, environment })
    await numberAllEvents(at.storage)
    return message
  }
  const submit = async ({ messageId }: Message): Promise<void> => {
    await right(endMessages(at.storage, [messageId], 'settlement', NOW_MS + 1))
    await numberAllEvents(at.storage)
  }
  return { endpoint, accept, submit }
}

const claiming = (at: StorageUnderTest): void => {
  it('are claimed when their app gets events, and by one process', async () => {
    const { endpoint, accept } = await opened(at)
    expect(await turn(at, endpoint)).to.deep.equal([])
    expect(ofEndpoint(await claim(at), endpoint), 'nothing is due').to.equal(undefined)
    await accept()
    const first = ofEndpoint(await claim(at), endpoint)
    expect(first?.events.map(({ sequence, type }) => [sequence, type])).to.deep.equal([
      [1, 'message.accepted'],
    ])
    expect(ofEndpoint(await claim(at), endpoint), 'another has it').to.equal(undefined)
    const later = ofEndpoint(await claim(at, NOW_MS + 2 * LEASE_MS), endpoint)
    if (first === undefined || later === undefined) throw new Error('not claimed')
    const { end } = endTurn(first, [], NOW_MS)
    expect(await conclude(at, first, end), 'the lease has expired').to.equal(false)
    expect(await conclude(at, later, end)).to.equal(true)
    expect(ofEndpoint(await claim(at, NOW_MS + 3 * LEASE_MS), endpoint)).to.equal(undefined)
  })

  it('get the recipient of a message, and its IDs for log lines', async () => {
    const { accept } = await opened(at)
    const [{ messageId, to, trace }, { messageId: other }] = [await accept(), aMessage()]
    const [found, ...more] = await right(at.storage.webhooks.messages([messageId, other]))
    expect(found).to.deep.include({ messageId, to, trace })
    expect(more).to.deep.equal([])
  })

  it('are due again if an event arrives during their turn', async () => {
    const { endpoint, accept } = await opened(at)
    await accept()
    const one = ofEndpoint(await claim(at), endpoint)
    await accept()
    if (one === undefined) throw new Error('not claimed')
    await conclude(at, one, endTurn(one, [], NOW_MS).end)
    expect(await turn(at, endpoint)).to.deep.equal([2])
  })

  it('keep the order of a message across turns, and let others pass', async () => {
    const { endpoint, accept, submit } = await opened(at)
    const [first, other] = [await accept(), await accept()]
    expect(await turn(at, endpoint, [first.messageId])).to.deep.equal([1, 2])
    await submit(first)
    await submit(other)
    expect(await turn(at, endpoint)).to.deep.equal([4])
    expect(await turn(at, endpoint, [], NOW_MS + 10_000)).to.deep.equal([1])
    expect(await turn(at, endpoint, [], NOW_MS + 10_001)).to.deep.equal([3])
    expect(await turn(at, endpoint, [], NOW_MS + 10_002)).to.deep.equal([])
  })

  it('get nothing while they are disabled, and continue when they are enabled', async () => {
    const { endpoint, accept } = await opened(at)
    const disabled = { disabledAtMs: NOW_MS, disabledBecause: 'person' } as const
    await exclusively(at, async (unit) => {
      await unit.webhookEndpoints.lock(endpoint.endpointId)
      unit.webhookEndpoints.replace({ ...endpoint, ...disabled })
    })
    await accept()
    expect(await turn(at, endpoint)).to.deep.equal([])
    await exclusively(at, async (unit) => {
      await unit.webhookEndpoints.lock(endpoint.endpointId)
      unit.webhookEndpoints.replace(endpoint)
    })
    expect(await turn(at, endpoint)).to.deep.equal([1])
  })

  it('get nothing while the database is on hold', async () => {
    const { endpoint, accept } = await opened(at)
    await accept()
    await right(at.storage.installation.hold('operator', NOW_MS))
    expect(await claim(at)).to.deep.equal([])
    expect(await turn(at, endpoint)).to.deep.equal([])
  })
}

const replaying = (at: StorageUnderTest): void => {
  it('are listed newest first, by Organization and by app', async () => {
    const organizationId = fresh.id('org')
    const first = aWebhookEndpoint({ organizationId })
    const second = aWebhookEndpoint({ organizationId })
    await exclusively(at, (unit) => {
      for (const one of [first, second, aWebhookEndpoint()]) unit.webhookEndpoints.add(one)
    })
    const page = { organizationId, appId: undefined, before: undefined, limit: 10 }
    const list = async (more: object) =>
      (await right(at.storage.webhooks.endpoints({ ...page, ...more }))).value
    const [newest, oldest] = [first, second].toSorted((a, b) => (a.endpointId < b.endpointId ? 1 : -1))
    expect(await list({})).to.deep.equal([newest, oldest])
    expect(await list({ before: newest?.endpointId })).to.deep.equal([oldest])
    expect(await list({ appId: first.appId })).to.deep.equal([first])
    expect(await list({ appId: first.appId, organizationId: fresh.id('org') })).to.deep.equal([])
  })

  it('are found among those of all Organizations by their state, with what waits and the last failure', async () => {
    const { endpoint, accept } = await opened(at)
    const [first, second] = [await accept(), await accept()]
    const one = ofEndpoint(await claim(at), endpoint)
    if (one === undefined) throw new Error('not claimed')
    const { end } = endTurn(one, [first.messageId, second.messageId], NOW_MS)
    const attempts = one.events.map((event, place): LoggedAttempt => ({
      endpointId: endpoint.endpointId,
      eventId: event.eventId,
      sequence: event.sequence,
      key: keyOfEvent(event),
      type: event.type,
      number: 1,
      atMs: NOW_MS + place,
      durationMs: 5,
      status: 503,
      detail: 'busy',
      isDelivered: false,
    }))
    expect(await conclude(at, one, end, NOW_MS, attempts)).to.equal(true)
    await accept()
    const disabled = aWebhookEndpoint({ disabledBecause: 'gone', disabledAtMs: NOW_MS })
    const healthy = aWebhookEndpoint()
    await exclusively(at, (unit) => {
      for (const other of [disabled, healthy]) unit.webhookEndpoints.add(other)
    })
    const own = [endpoint, disabled, healthy].map(({ endpointId }) => endpointId)
    const find = async (more: object = {}) => {
      const query = { state: undefined, before: undefined, limit: 1_000, ...more }
      const { value } = await right(at.storage.webhooks.ofPlatform(query))
      return value.found.filter((found) => own.includes(found.endpoint.endpointId))
    }
    const idsIn = (found: Awaited<ReturnType<typeof find>>) => found.map((each) => each.endpoint.endpointId)
    expect(idsIn(await find())).to.deep.equal([...own].sort().reverse())
    const [failing, ...others] = await find({ state: 'failing' })
    expect(others).to.deep.equal([])
    expect(failing).to.deep.include({ waiting: 3, lastFailure: attempts[1] })
    expect(failing?.endpoint).to.deep.include({ endpointId: endpoint.endpointId, failingSinceMs: NOW_MS })
    expect(idsIn(await find({ state: 'disabled' }))).to.deep.equal([disabled.endpointId])
    expect(await find({ state: 'active' })).to.deep.equal([
      { endpoint: healthy, waiting: 0, lastFailure: undefined },
    ])
    const [newest = ''] = [...own].sort().reverse()
    expect(idsIn(await find({ before: newest }))).to.not.include(newest)
  })

  it('get replayed events again, in order, behind those that are pending', async () => {
    const { endpoint, accept, submit } = await opened(at)
    const [first, other] = [await accept(), await accept()]
    await submit(first)
    expect(await turn(at, endpoint, [first.messageId])).to.deep.equal([1, 2])
    await exclusively(at, async (unit) => {
      const found = await unit.webhookEndpoints.lock(endpoint.endpointId)
      if (found === undefined) throw new Error('not there')
      const pending = await unit.webhookEndpoints.pendingOf(endpoint.endpointId)
      expect(pending.map(({ sequence }) => sequence)).to.deep.equal([1, 3])
      const events = await unit.webhookEndpoints.eventsIn(endpoint.appId, { from: 2, to: 3 }, 10)
      const replayed = events.map((event) => ({ sequence: event.sequence, key: keyOfEvent(event) }))
      expect(replayed).to.deep.equal([
        { sequence: 2, key: other.messageId },
        { sequence: 3, key: first.messageId },
      ])
      unit.webhookEndpoints.putPending(
        endpoint.endpointId,
        replayedDeliveries(found, replayed, pending, NOW_MS),
      )
      unit.webhookEndpoints.replace({ ...found, ...NO_ATTEMPTS })
    })
    expect(await turn(at, endpoint)).to.deep.equal([2])
    expect(await turn(at, endpoint, [], NOW_MS + 10_000)).to.deep.equal([1])
    expect(await turn(at, endpoint, [], NOW_MS + 10_001)).to.deep.equal([3])
  })

  it('with strict ordering get nothing until the first event is delivered', async () => {
    const { endpoint, accept } = await opened(at, { ordering: 'strict' })
    const first = await accept()
    await accept()
    expect(await turn(at, endpoint, [first.messageId])).to.deep.equal([1])
    await accept()
    expect(ofEndpoint(await claim(at, NOW_MS + 1), endpoint), 'it waits').to.equal(undefined)
    expect(await turn(at, endpoint, [], NOW_MS + 10_000)).to.deep.equal([1])
    expect(await turn(at, endpoint, [], NOW_MS + 10_001)).to.deep.equal([2])
    expect(await turn(at, endpoint, [], NOW_MS + 10_002)).to.deep.equal([3])
    expect(ofEndpoint(await claim(at, NOW_MS + 10_003), endpoint)).to.equal(undefined)
  })

  it('continue behind deleted events', async () => {
    const { endpoint, accept } = await opened(at)
    await accept()
    await right(at.storage.events.purge(Date.now() + DAY_MS, 1000))
    await accept()
    expect(await turn(at, endpoint)).to.deep.equal([2])
  })

  it('end deliveries whose events were deleted', async () => {
    const { endpoint, accept } = await opened(at)
    const { messageId } = await accept()
    expect(await turn(at, endpoint, [messageId])).to.deep.equal([1])
    await right(at.storage.events.purge(Date.now() + DAY_MS, 1000))
    expect(await turn(at, endpoint, [], NOW_MS + 10_000)).to.deep.equal([])
    expect(ofEndpoint(await claim(at, NOW_MS + DAY_MS), endpoint), 'nothing waits').to.equal(undefined)
  })

  it('report their backlog, and once what owners have to be told', async () => {
    const { endpoint, accept } = await opened(at)
    const { messageId } = await accept()
    const backlog = async () =>
      (await right(at.storage.webhooks.backlog())).filter(({ endpoints }) => endpoints > 0)
    expect((await backlog()).map(({ state, events }) => [state, events])).to.deep.equal([['active', 1]])
    const one = ofEndpoint(await claim(at), endpoint)
    if (one === undefined) throw new Error('not claimed')
    const { end } = endTurn(one, [messageId], NOW_MS)
    const { endpointId, organizationId } = endpoint
    expect(await right(at.storage.webhooks.notices(5))).to.deep.equal([])
    await conclude(at, one, { ...end, warns: true })
    const [behind] = await backlog()
    expect(behind).to.deep.include({ state: 'failing', events: 1 })
    expect(behind?.oldestMs).to.be.a('number')
    expect(await right(at.storage.webhooks.notices(5))).to.deep.equal([{ endpointId, organizationId }])
    await exclusively(at, async (unit) => {
      const found = await unit.webhookEndpoints.lock(endpointId)
      if (found !== undefined) unit.webhookEndpoints.replace({ ...found, notice: undefined })
    })
    expect(await right(at.storage.webhooks.notices(5))).to.deep.equal([])
  })

  it('find the events that failed since a time and were not delivered after that', async () => {
    const { endpoint, accept } = await opened(at)
    await accept()
    await accept()
    const one = ofEndpoint(await claim(at), endpoint)
    if (one === undefined) throw new Error('not claimed')
    const attemptOf = (event: AppEvent, atMs: number, isDelivered: boolean): LoggedAttempt => ({
      endpointId: endpoint.endpointId,
      eventId: event.eventId,
      sequence: event.sequence,
      key: keyOfEvent(event),
      type: event.type,
      number: 1,
      atMs,
      durationMs: 1,
      status: 500,
      detail: '',
      isDelivered,
    })
    const [first, second] = one.events
    if (first === undefined || second === undefined) throw new Error('no events')
    const attempts = [
      attemptOf(first, NOW_MS, false),
      attemptOf(second, NOW_MS, false),
      attemptOf(second, NOW_MS + 1, true),
    ]
    await conclude(at, one, endTurn(one, [], NOW_MS).end, NOW_MS, attempts)
    await exclusively(at, async (unit) => {
      const failed = (sinceMs: number, from = 1) =>
        unit.webhookEndpoints.failedSince(endpoint.endpointId, { sinceMs, from }, 5)
      expect(await failed(NOW_MS)).to.deep.equal([{ sequence: 1, key: keyOfEvent(first), type: first.type }])
      expect(await failed(NOW_MS + 1)).to.deep.equal([])
      expect(await failed(NOW_MS, 2)).to.deep.equal([])
    })
  })
}

const logging = (at: StorageUnderTest): void => {
  it('keep a log of their attempts, newest first', async () => {
    const { endpoint, accept } = await opened(at)
    await accept()
    const one = ofEndpoint(await claim(at), endpoint)
    const [event] = one?.events ?? []
    if (one === undefined || event === undefined) throw new Error('not claimed')
    const attempt = (number: number, atMs: number, isDelivered: boolean): LoggedAttempt => ({
      endpointId: endpoint.endpointId,
      eventId: event.eventId,
      sequence: event.sequence,
      key: keyOfEvent(event),
      type: event.type,
      number,
      atMs,
      durationMs: 12,
      status: isDelivered ? 204 : undefined,
      detail: isDelivered ? '' : 'ECONNREFUSED',
      isDelivered,
    })
    const attempts = [attempt(1, NOW_MS, false), attempt(2, NOW_MS + 1, true)]
    await conclude(at, one, endTurn(one, [], NOW_MS).end, NOW_MS, attempts)
    const { endpointId, organizationId } = endpoint
    const all = { sequence: undefined, isDelivered: undefined, before: undefined }
    const query = { endpointId, organizationId, ...all }
    const read = async (more: object) =>
      (await right(at.storage.webhooks.attempts({ ...query, limit: 10, ...more }))).value
    expect(await read({})).to.deep.equal(attempts.toReversed())
    expect(await read({ isDelivered: false })).to.deep.equal([attempts[0]])
    expect(await read({ sequence: 1 })).to.have.length(2)
    expect(await read({ sequence: 1, isDelivered: true })).to.deep.equal([attempts[1]])
    expect(await read({ before: { atMs: NOW_MS + 1, sequence: 1 } })).to.deep.equal([attempts[0]])
    expect(await read({ organizationId: fresh.id('org') }), 'of others').to.equal(undefined)
    const found = await right(at.storage.webhooks.delivery({ endpointId, organizationId }, 1, 1))
    expect(found.value).to.deep.include({ event, pending: undefined, attempts: [attempts[1]] })
    const foreign = { endpointId, organizationId: fresh.id('org') }
    expect((await right(at.storage.webhooks.delivery(foreign, 1, 1))).value).to.equal(undefined)
    expect(await right(at.storage.webhooks.purgeAttempts(NOW_MS + 1, 10))).to.equal(1)
    expect(await read({})).to.deep.equal([attempts[1]])
  })
}

/** Tests webhook endpoints: claims, turns and the log of attempts. */
export const webhooksSuite = (open: OpenStorage): void => {
  describe('webhook endpoints', () => {
    const at = useStorage(open, 'test')
    claiming(at)
    replaying(at)
    logging(at)
  })
}
