import { expect } from 'chai'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { aWebhookEndpoint } from '@postrider/conformance/builders/a-webhook-endpoint'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { E, TE } from '@postrider/core/fp'
import type { AppEvent } from '@postrider/core/events/domain/event'
import { isOfReceiver, receiverEndpoint } from '@postrider/core/webhooks/domain/event-receiver'
import type { WebhookEndpoint } from '@postrider/core/webhooks/domain/webhook-endpoint'
import type {
  EventReceiver,
  WebhookCaller,
  WebhookResponse,
} from '@postrider/core/webhooks/ports/webhook-caller'
import type {
  ClaimedEndpoint,
  TurnRecord,
  WebhookStorage,
} from '@postrider/core/webhooks/ports/webhook-storage'
import { deliverWebhooks } from '@postrider/core/webhooks/use-cases/deliver-webhooks'

const OK: WebhookResponse = { _tag: 'Answered', status: 204, retryAfter: undefined, start: '' }

const anEvent = ({ appId, organizationId, environment }: WebhookEndpoint, sequence: number): AppEvent => {
  const { messageId } = aMessage()
  return {
    eventId: fresh.id('evt'),
    type: 'message.submitted',
    sequence,
    occurredAtMs: NOW_MS,
    appId,
    organizationId,
    environment,
    subject: {
      kind: 'message',
      messageId,
      became: { channel: 'sms', state: 'SUBMITTED', billing: 'settled', failureCode: undefined },
    },
  }
}

/** A delivery over a scripted caller and storage. */
const scene = (
  respond: (url: string, body: string) => Promise<WebhookResponse>,
  { includesRecipient = false, hasReceiver = false } = {},
) => {
  const waiting: ClaimedEndpoint[] = []
  const atReceiver: ClaimedEndpoint[] = []
  const served: Array<readonly [host: string, after: number]> = []
  const posted: Array<{ readonly url: string; readonly headers: object; readonly body: string }> = []
  const records: TurnRecord[] = []
  const excepted: Array<readonly string[]> = []
  const told: unknown[] = []
  const messages = new Map<string, ReturnType<typeof aMessage>>()
  const webhooks: WebhookCaller = {
    problemOf: () => undefined,
    newSecret: () => 'whsec_new',
    newKeyPair: () => ({ publicKey: 'whpk_new', privateKey: 'whsk_new' }),
    sign: (secret, text) => `${secret}:${text.length}`,
    post: (url, headers, body) => {
      posted.push({ url, headers, body })
      return respond(url, body)
    },
    receiver: undefined,
  }
  const receiver: EventReceiver = {
    host: 'events.example.com',
    secrets: ['first', 'second'],
    includesRecipient,
    post: (headers, body, timeoutMs) => webhooks.post('receiver', headers, body, timeoutMs),
  }
  const storage = {
    claim: (_nowMs, _leaseMs, { of, endpoints, except }) => {
      if (of === 'receiver') return TE.right(atReceiver.splice(0, endpoints))
      excepted.push(except)
      return TE.right(waiting.splice(0, endpoints))
    },
    serveReceiver: (host, after) => {
      served.push([host, after])
      return TE.right({ after: after + 1, isMore: false })
    },
    messages: (ids) => TE.right(ids.flatMap((id) => messages.get(id) ?? [])),
    conclude: (record) => {
      records.push(record)
      return TE.right(true)
    },
  } as Partial<WebhookStorage> as WebhookStorage
  let passedMs = 0
  const pass = (ms: number): void => {
    passedMs += ms
  }
  const delivery = deliverWebhooks({
    storage: { webhooks: storage },
    webhooks: hasReceiver ? { ...webhooks, receiver } : webhooks,
    keyRing: { open: (sealed: string) => E.right(sealed) } as never,
    clock: { nowMs: () => NOW_MS + passedMs },
    random: { fraction: () => 0 },
    telemetry: { emit: (event) => told.push(event) },
  })
  const give = (endpoint: WebhookEndpoint, count: number): readonly AppEvent[] => {
    const events = Array.from({ length: count }, (_, at) => anEvent(endpoint, at + 1))
    const into = isOfReceiver(endpoint) ? atReceiver : waiting
    into.push({ endpoint, claim: 1, events, pending: [], purgedTo: 0 })
    return events
  }
  return { delivery, give, posted, records, messages, excepted, told, pass, served }
}

const answered = (status: number, retryAfter?: string): WebhookResponse => ({
  _tag: 'Answered',
  status,
  retryAfter,
  start: 'why',
})

describe('The delivery of webhooks', () => {
  it('posts a signed event without the recipient, unless the endpoint gets it', async () => {
    const { delivery, give, posted, records, messages } = scene(() => Promise.resolve(OK))
    for (const includesRecipient of [false, true]) {
      const endpoint = aWebhookEndpoint({
        includesRecipient,
        previousSecret: { sealed: 'old', endsAtMs: NOW_MS + 1 },
      })
      const [event] = give(endpoint, 1)
      if (event?.subject.kind !== 'message') throw new Error('no message')
      messages.set(
        event.subject.messageId,
        aMessage({ messageId: event.subject.messageId, to: '+919876543210' }),
      )
      await right(delivery.turn())
      await delivery.idle()
      const { headers, body } = posted.at(-1) ?? { headers: {}, body: '' }
      expect(headers).to.deep.include({
        'webhook-id': event.eventId,
        'webhook-timestamp': String(NOW_MS / 1000),
      })
      expect(JSON.stringify(headers)).to.match(/v1,v1.plain.secret:\d+ v1,old:\d+/)
      expect(JSON.parse(body)).to.deep.include({ id: event.eventId, sequence: 1, type: 'message.submitted' })
      expect(body.includes('+919876543210')).to.equal(includesRecipient)
    }
    expect(
      records.map(({ end, attempts }) => [end.deliveredTo, attempts.length, attempts[0]?.isDelivered]),
    ).to.deep.equal([
      [1, 1, true],
      [1, 1, true],
    ])
  })

  it('has at most four calls of an endpoint at the same time', async () => {
    let open = 0
    let most = 0
    const { delivery, give } = scene(async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open -= 1
      return OK
    })
    give(aWebhookEndpoint(), 20)
    await right(delivery.turn())
    await delivery.idle()
    expect(most).to.equal(4)
  })

  it('starts others while endpoints are slow, and leaves places for other Organizations', async () => {
    let finish = (): void => undefined
    const slow = new Promise<WebhookResponse>((resolve) => (finish = () => resolve(OK)))
    const { delivery, give, posted, excepted, pass } = scene((url) =>
      url.includes('slow') ? slow : Promise.resolve(OK),
    )
    const organizationId = fresh.id('org')
    for (let at = 0; at < 8; at += 1)
      give(aWebhookEndpoint({ organizationId, url: 'https://slow.example.com/' }), 1)
    expect(await right(delivery.turn())).to.equal(true)
    give(aWebhookEndpoint(), 1)
    expect(await right(delivery.turn())).to.equal(false)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(posted.filter(({ url }) => !url.includes('slow'))).to.have.length(1)
    expect(excepted).to.deep.equal([[], [organizationId]])
    pass(1000)
    await right(delivery.turn())
    expect(excepted.at(-1), 'slow ones take no place of prompt ones').to.deep.equal([])
    finish()
    await delivery.idle()
  })

  it('keeps places for prompt endpoints, however many are slow', async () => {
    const slow = new Promise<WebhookResponse>(() => undefined)
    const { delivery, give, posted, pass } = scene((url) =>
      url.includes('slow') ? slow : Promise.resolve(OK),
    )
    for (let turns = 0; turns < 20; turns += 1) {
      for (let at = 0; at < 8; at += 1) give(aWebhookEndpoint({ url: 'https://slow.example.com/' }), 1)
      await right(delivery.turn())
      pass(200)
    }
    give(aWebhookEndpoint(), 1)
    await right(delivery.turn())
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(posted.filter(({ url }) => url.includes('slow'))).to.have.length(160)
    expect(posted.at(-1)?.url).to.not.include('slow')
  })

  it('starts no attempt after the time of a turn or while it stops, and leaves the rest for the next turn', async () => {
    for (const end of ['time', 'stop'] as const) {
      const { delivery, give, posted, records, pass } = scene(() => {
        if (end === 'time') pass(20_000)
        else delivery.stop()
        return Promise.resolve(OK)
      })
      give(aWebhookEndpoint(), 20)
      await right(delivery.turn())
      await delivery.idle()
      expect(posted.length).to.be.lessThan(5)
      const [{ end: stored } = { end: undefined }] = records
      expect(stored?.deliveredTo).to.equal(20)
      expect(stored?.put).to.have.length(20 - posted.length)
    }
  })

  const outcomes: ReadonlyArray<readonly [WebhookResponse, object]> = [
    [answered(302), { dueAtMs: NOW_MS + 5000 }],
    [answered(500, '600'), { dueAtMs: NOW_MS + 5000 }],
    [answered(503, '600'), { dueAtMs: NOW_MS + 600_000 }],
    [answered(429, new Date(NOW_MS + 60_000).toUTCString()), { dueAtMs: NOW_MS + 60_000 }],
    [{ _tag: 'NoAnswer', cause: 'ECONNREFUSED' }, { dueAtMs: NOW_MS + 5000 }],
  ]
  for (const [response, pending] of outcomes)
    it(`tries an event again after ${JSON.stringify(response)}`, async () => {
      const { delivery, give, records } = scene(() => Promise.resolve(response))
      give(aWebhookEndpoint(), 1)
      await right(delivery.turn())
      await delivery.idle()
      expect(records[0]?.end.put).to.have.length(1)
      expect(records[0]?.end.put[0]).to.deep.include({ sequence: 1, attempts: 1, ...pending })
      expect(records[0]?.attempts[0]).to.deep.include({ number: 1, isDelivered: false })
    })

  it('reports each attempt with the IDs that its message has in all log lines', async () => {
    const { delivery, give, messages, told } = scene(() => Promise.resolve(answered(503)))
    const endpoint = aWebhookEndpoint()
    const [event, other] = give(endpoint, 2)
    if (event?.subject.kind !== 'message') throw new Error('no message')
    const { messageId } = event.subject
    const trace = aTrace()
    messages.set(messageId, aMessage({ messageId, trace }))
    await right(delivery.turn())
    await delivery.idle()
    const { endpointId, organizationId, appId } = endpoint
    const expected = {
      _tag: 'WebhookAttempted',
      endpointId,
      organizationId,
      appId,
      type: 'message.submitted',
      attempt: 1,
      status: 503,
      isDelivered: false,
      durationMs: 0,
    }
    expect(told).to.deep.equal([
      { ...expected, eventId: event.eventId, message: { messageId, trace } },
      { ...expected, eventId: other?.eventId, message: undefined },
    ])
  })

  it('disables an endpoint that is gone, and tries nothing more', async () => {
    const { delivery, give, posted, records } = scene(() => Promise.resolve(answered(410)))
    give(aWebhookEndpoint(), 20)
    await right(delivery.turn())
    await delivery.idle()
    expect(posted.length).to.be.lessThan(5)
    expect(records[0]?.end.disabledBecause).to.equal('gone')
    expect(records[0]?.end.put).to.have.length(20)
  })

  const atReceiver = () =>
    receiverEndpoint({ appId: fresh.id('app'), environment: 'test', deliveredTo: 0 }, NOW_MS)

  it('brings the events of all apps to the event receiver, which both secrets sign', async () => {
    for (const includesRecipient of [false, true]) {
      const { delivery, give, posted, records, messages, served } = scene(() => Promise.resolve(OK), {
        hasReceiver: true,
        includesRecipient,
      })
      const [event] = give(atReceiver(), 1)
      give(aWebhookEndpoint(), 1)
      if (event?.subject.kind !== 'message') throw new Error('no message')
      const { messageId } = event.subject
      messages.set(messageId, aMessage({ messageId, to: '+919876543210' }))
      await right(delivery.turn())
      await delivery.idle()
      const at = posted.find(({ url }) => url === 'receiver')
      expect(JSON.stringify(at?.headers)).to.match(/v1,first:\d+ v1,second:\d+/)
      expect(JSON.parse(at?.body ?? '')).to.deep.include({
        appId: event.appId,
        organizationId: event.organizationId,
      })
      expect(at?.body.includes('+919876543210')).to.equal(includesRecipient)
      expect(posted).to.have.length(2)
      expect(records).to.have.length(2)
      expect(served).to.deep.equal([['events.example.com', 0]])
    }
  })

  it('follows new apps once a second, and not without an event receiver', async () => {
    const { delivery, pass, served } = scene(() => Promise.resolve(OK), { hasReceiver: true })
    for (const ms of [0, 500, 500]) {
      pass(ms)
      await right(delivery.turn())
    }
    expect(served.map(([, after]) => after)).to.deep.equal([0, 1])
    const without = scene(() => Promise.resolve(OK))
    await right(without.delivery.turn())
    expect(without.served).to.deep.equal([])
  })

  it('never disables the event receiver nor gives its events up, and delays no Organization for it', async () => {
    const slow = new Promise<WebhookResponse>(() => undefined)
    const { delivery, give, posted, pass } = scene(
      (url) => (url === 'receiver' ? slow : Promise.resolve(OK)),
      {
        hasReceiver: true,
      },
    )
    for (let at = 0; at < 100; at += 1) give(atReceiver(), 1)
    for (let turns = 0; turns < 40; turns += 1) {
      await right(delivery.turn())
      pass(1000)
    }
    give(aWebhookEndpoint(), 1)
    await right(delivery.turn())
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(posted.filter(({ url }) => url === 'receiver')).to.have.length(32)
    expect(posted.at(-1)?.url).to.not.equal('receiver')
    const gone = scene(() => Promise.resolve(answered(410)), { hasReceiver: true })
    gone.give(atReceiver(), 1)
    await right(gone.delivery.turn())
    await gone.delivery.idle()
    expect(gone.records[0]?.end).to.deep.include({ disabledBecause: undefined, warns: false, givenUp: [] })
    expect(gone.records[0]?.end.put).to.have.length(1)
  })
})
