import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '@postrider/client'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aFirm, type Firm } from './a-firm.js'
import { aSend } from './a-send.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { control } from './people.js'
import { expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR } from './test-tenant.js'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Endpoint {
  readonly endpointId: string
  readonly version: number
  readonly status: string
  readonly disabledBecause?: string
  readonly deliveredTo: number
  readonly publicKey?: string
  readonly failures: number
  readonly failingSince?: string
}

/** A receiver on this machine, which responds with the status in the path. */
const openReceiver = async () => {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (path !== '/silent') response.writeHead(Number(path.slice(1))).end('seen')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const typesIn = (received: readonly Received[]): readonly string[] =>
  received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

describe('Webhook endpoints', () => {
  let http: HttpFixture
  let firm: Firm
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let dispatching: DispatchUseCases
  before(async () => {
    http = await openHttpFixture()
    dispatching = http.postrider.dispatching()
  })
  beforeEach(async () => {
    firm = await aFirm(http, await http.openTenant(CREDIT_MINOR))
    receiver = await openReceiver()
  })
  afterEach(() => receiver.close())
  after(async () => {
    await dispatching.close()
    await http.close()
  })

  const call = (operation: string, body: object): Promise<Reply> => {
    const { organizationId } = firm.tenant.organization
    return control(http, firm.members.owner.accessToken, operation, { organizationId, ...body })
  }
  const done = async (operation: string, body: object): Promise<Reply> => {
    const reply = await call(operation, body)
    expect(reply.status, `${operation}: ${JSON.stringify(reply.body)}`).to.equal(200)
    return reply
  }
  const create = async (path: string, more: object = {}) => {
    const url = `${receiver.url}${path}`
    const reply = await done('createWebhookEndpoint', { appId: firm.tenant.app.appId, url, ...more })
    return { ...(valueIn(reply, 'endpoint') as Endpoint), secret: String(valueIn(reply, 'secret')) }
  }
  const shown = async ({ endpointId }: Endpoint): Promise<Endpoint | undefined> =>
    (valueIn(await done('listWebhookEndpoints', {}), 'endpoints') as readonly Endpoint[]).find(
      (one) => one.endpointId === endpointId,
    )
  const attemptsOf = async ({ endpointId }: Endpoint, more: object = {}) =>
    valueIn(await done('listWebhookDeliveries', { endpointId, ...more }), 'deliveries') as ReadonlyArray<{
      readonly sequence: number
      readonly isDelivered: boolean
      readonly status?: number
      readonly detail: string
    }>

  const send = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    String(valueIn(await http.call('POST', '/v1/messages', aSend(firm.tenant, changes)), 'messageId'))

  /** Numbers the events and runs turns until this many deliveries have arrived. */
  const deliver = async (count: number): Promise<void> => {
    await right(http.postrider.numberFeed())
    await right(http.postrider.numberEvents())
    await eventually('it has happened', async () => {
      await right(dispatching.webhooks.turn())
      return receiver.received.length >= count
    })
  }

  it('get signed events, which both secrets sign during a rotation', async () => {
    const endpoint = await create('/204')
    const messageId = await send({ clientReference: 'order-1' })
    await deliver(1)
    const [first] = receiver.received
    const event = new Webhook(endpoint.secret).verify(first?.body ?? '', first?.headers as never)
    expect(event).to.deep.include({ type: 'message.accepted', sequence: 1, appId: firm.tenant.app.appId })
    expect(event).to.have.property('id', first?.headers['webhook-id'])
    expect(event).to.have.nested.property('data.messageId', messageId)
    expect(event).to.have.nested.property('data.clientReference', 'order-1')
    expect(first?.body).not.to.include('9876543210')
    await eventually('it has happened', async () => (await shown(endpoint))?.deliveredTo === 1)
    const { endpointId, version } = endpoint
    const rotated = await done('rotateWebhookSecret', { endpointId, version, overlapSeconds: 60 })
    const secrets = [endpoint.secret, String(valueIn(rotated, 'secret'))]
    await send()
    await deliver(2)
    const expectSigned = (by: readonly string[], { body, headers }: Partial<Received> = {}): void => {
      for (const secret of by)
        expect(() => new Webhook(secret).verify(body ?? '', headers as never)).not.to.throw()
    }
    expectSigned(secrets, receiver.received[1])
    // The response of a rotation may be lost: the secret before it still signs during the next one.
    const again = await done('rotateWebhookSecret', { endpointId, version: version + 1, overlapSeconds: 60 })
    await send()
    await deliver(3)
    expectSigned([...secrets, String(valueIn(again, 'secret'))], receiver.received[2])
    await done('rotateWebhookSecret', { endpointId, version: version + 2, overlapSeconds: 0 })
    await send()
    await deliver(4)
    for (const secret of secrets) expect(() => expectSigned([secret], receiver.received[3])).to.throw()
  })

  it('have a log that is read page by page', async () => {
    const endpoint = await create('/204')
    for (let count = 0; count < 5; count += 1) await send()
    await deliver(5)
    await eventually('all are logged', async () => (await attemptsOf(endpoint)).length === 5)
    const pages: number[][] = []
    let cursor: unknown
    do {
      const more = { endpointId: endpoint.endpointId, limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const { body } = await done('listWebhookDeliveries', more)
      const { deliveries, nextCursor } = body as { deliveries: { sequence: number }[]; nextCursor?: unknown }
      pages.push(deliveries.map(({ sequence }) => sequence))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(pages.map(({ length }) => length)).to.deep.equal([2, 2, 1])
    expect(pages.flat()).to.have.members([1, 2, 3, 4, 5])
  })

  it('get replayed events only if they want them', async () => {
    const all = await create('/201')
    const some = await create('/202', { types: ['message.failed', 'message.failed'] })
    expect(some).to.have.deep.property('types', ['message.failed'])
    await done('sendTestEvent', { endpointId: all.endpointId })
    await send()
    await deliver(2)
    const { endpointId } = some
    await eventually('it has passed them', async () => (await shown(some))?.deliveredTo === 2)
    const range = { fromSequence: 1, toSequence: 2 }
    expect((await done('replayWebhookEvents', { endpointId, ...range })).body).to.deep.include({
      events: 0,
      nextSequence: null,
    })
    const replay = await done('replayWebhookEvents', { endpointId: all.endpointId, ...range })
    expect(replay.body).to.include({ events: 2 })
    await deliver(4)
    expect(receiver.received.map(({ path }) => path)).to.deep.equal(['/201', '/201', '/201', '/201'])
  })

  it('have no next attempt while they are disabled', async () => {
    const endpoint = await create('/500')
    const { endpointId } = endpoint
    await send()
    await deliver(1)
    const next = async () =>
      valueIn(await done('getWebhookDelivery', { endpointId, sequence: 1 }), 'nextAttemptAt')
    await eventually('it will be tried again', async () => (await next()) !== null)
    await done('disableWebhookEndpoint', { endpointId, version: endpoint.version })
    expect(await next()).to.equal(null)
  })

  it('get signatures that a public key verifies, if they want them', async () => {
    const endpoint = await create('/204', { withPublicKey: true })
    const { endpointId, version } = endpoint
    const keyOf = async () => (await shown(endpoint))?.publicKey ?? ''
    const first = await keyOf()
    expect(first).to.match(/^whpk_/)
    await done('rotateWebhookSecret', { endpointId, version, overlapSeconds: 60 })
    const second = await keyOf()
    expect(second).not.to.equal(first)
    await send()
    await deliver(1)
    const [received] = receiver.received
    for (const key of [first, second, endpoint.secret])
      expect(await verifyWebhook(received?.headers ?? {}, received?.body ?? '', key)).to.include({
        sequence: 1,
      })
    const removed = { endpointId, version: version + 1, withPublicKey: false }
    await done('rotateWebhookSecret', removed)
    expect(await keyOf()).to.equal('')
    expect(await shown(await create('/204'))).to.not.have.property('publicKey')
  })

  it('have a log, and failed events can be replayed', async () => {
    const endpoint = await create('/500')
    const { endpointId } = endpoint
    await send()
    await deliver(1)
    await eventually('it has happened', async () => (await attemptsOf(endpoint)).length === 1)
    const [attempt] = await attemptsOf(endpoint)
    expect(attempt).to.deep.include({ sequence: 1, status: 500, detail: 'seen', isDelivered: false })
    const delivery = await done('getWebhookDelivery', { endpointId, sequence: 1 })
    expect(delivery.body).to.deep.include({ state: 'pending', sequence: 1 })
    expect(delivery.body).to.have.nested.property('event.type', 'message.accepted')
    const version = (await shown(endpoint))?.version
    await done('updateWebhookEndpoint', { endpointId, version, url: `${receiver.url}/200` })
    const replay = await done('replayWebhookEvents', { endpointId, failedSince: new Date(0).toISOString() })
    expect(replay.body).to.deep.include({ events: 1, nextSequence: null })
    await deliver(2)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids[0]).to.equal(ids[1])
    await eventually(
      'it has happened',
      async () => (await attemptsOf(endpoint, { isDelivered: true })).length === 1,
    )
    expect((await done('getWebhookDelivery', { endpointId, sequence: 1 })).body).to.include({
      state: 'delivered',
    })
    expect(
      (await done('replayWebhookEvents', { endpointId, failedSince: new Date(0).toISOString() })).body,
    ).to.include({
      events: 0,
    })
    await done('replayWebhookEvents', { endpointId, fromSequence: 1, toSequence: 9 })
    await deliver(3)
    expect((await done('getWebhookDelivery', { endpointId, sequence: 7 })).body).to.include({
      state: 'unknown',
    })
  })

  it('stay failing until a success, and get no events that they no longer want, when events are replayed', async () => {
    const endpoint = await create('/500')
    const { endpointId } = endpoint
    await send()
    await deliver(1)
    await eventually('it has happened', async () => (await attemptsOf(endpoint)).length === 1)
    const failing = await shown(endpoint)
    expect(failing).to.include({ failures: 1 })
    const failedSince = new Date(0).toISOString()
    await done('replayWebhookEvents', { endpointId, failedSince })
    await done('replayWebhookEvents', { endpointId, fromSequence: 99 })
    expect(await shown(endpoint)).to.deep.include({ failures: 1, failingSince: failing?.failingSince })
    const version = failing?.version
    await done('updateWebhookEndpoint', { endpointId, version, types: ['message.failed'] })
    expect((await done('replayWebhookEvents', { endpointId, failedSince })).body).to.include({ events: 0 })
  })

  it('refuse times that do not exist or look otherwise, and say how they must look', async () => {
    const { endpointId } = await create('/200')
    for (const [given, message] of [
      ['2026-02-30T00:00:00.000Z', 'The date or the time does not exist.'],
      [
        '2026-12-01T00:00:00Z',
        'The value must be a time in UTC with milliseconds, for example `2026-11-21T08:30:00.000Z`.',
      ],
    ] as const) {
      const refused = await call('replayWebhookEvents', { endpointId, failedSince: given })
      expectRefusal(refused, 'invalid_request', [['body', '/failedSince', 'format']])
      expect(JSON.stringify(refused.body)).to.include(message)
    }
  })

  it('refuse a rotation that would end a secret before its overlap ends', async () => {
    const { endpointId, version: first } = await create('/200', { withPublicKey: true })
    const rotate = (rotation: number, overlapSeconds = 600) =>
      call('rotateWebhookSecret', { endpointId, version: first + rotation, overlapSeconds })
    for (let rotation = 0; rotation < 6; rotation += 1) expect((await rotate(rotation)).status).to.equal(200)
    const refused = await rotate(6)
    expect(refused.status).to.equal(409)
    expect(JSON.stringify(refused.body)).to.include('7 secrets sign until')
    expect((await rotate(6, 0)).status).to.equal(200)
    expect((await rotate(7)).status).to.equal(200)
  })

  it('get test events and the types they want, and recipients only on request', async () => {
    const some = await create('/201', { types: ['message.failed'] })
    const all = await create('/202', { includeRecipient: true })
    await done('sendTestEvent', { endpointId: some.endpointId })
    await send()
    await deliver(2)
    const at = (path: string) => receiver.received.filter((one) => one.path === path)
    expect(typesIn(at('/201'))).to.deep.equal(['webhook.test'])
    expect(typesIn(at('/202'))).to.deep.equal(['message.accepted'])
    expect(JSON.parse(at('/202')[0]?.body ?? '{}'))
      .to.have.nested.property('data.to')
      .that.includes('9876543210')
    const skipped = await done('getWebhookDelivery', { endpointId: all.endpointId, sequence: 1 })
    expect(skipped.body).to.include({ state: 'skipped' })
  })

  it('are disabled by 410, which owners are told by email, and continue once they are enabled', async () => {
    const endpoint = await create('/410')
    const { endpointId } = endpoint
    await send()
    await deliver(1)
    await eventually('it has happened', async () => (await shown(endpoint))?.status === 'disabled')
    const disabled = await shown(endpoint)
    expect(disabled?.disabledBecause).to.equal('gone')
    await http.readMail()
    expect(await right(http.postrider.reportFailingWebhooks())).to.equal(1)
    expect(await right(http.postrider.reportFailingWebhooks())).to.equal(0)
    const mails = await http.readMail()
    expect(mails.map(({ to }) => to)).to.deep.equal([firm.members.owner.email])
    expect(mails[0]?.text).to.include('410').and.include('127.0.0.1')
    expect(valueIn(await call('sendTestEvent', { endpointId }), 'code')).to.equal('conflict')
    const body = { endpointId, version: disabled?.version }
    const updated = await done('updateWebhookEndpoint', { ...body, url: `${receiver.url}/204` })
    const { version } = valueIn(updated, 'endpoint') as Endpoint
    await done('enableWebhookEndpoint', { endpointId, version })
    await deliver(2)
    expect(receiver.received[1]?.headers['webhook-id']).to.equal(receiver.received[0]?.headers['webhook-id'])
  })

  it('don’t delay each other', async () => {
    await create('/silent')
    await create('/204')
    for (let count = 0; count < 3; count += 1) await send()
    await deliver(0)
    await eventually('it has happened', async () => {
      await right(dispatching.webhooks.turn())
      return receiver.received.filter(({ path }) => path === '/204').length === 3
    })
    expect(receiver.received.filter(({ path }) => path === '/silent').length).to.be.within(1, 4)
    receiver.close()
  })

  it('have addresses that the installation allows, at most sixteen for an app, and versions', async () => {
    const { appId } = firm.tenant.app
    for (const url of [
      'http://8.8.8.8/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'ftp://example.com',
    ])
      expect(valueIn(await call('createWebhookEndpoint', { appId, url }), 'code')).to.equal('invalid_request')
    const endpoint = await create('/204')
    const { endpointId } = endpoint
    expect(valueIn(await call('disableWebhookEndpoint', { endpointId, version: 9 }), 'code')).to.equal(
      'conflict',
    )
    const off = await done('disableWebhookEndpoint', { endpointId, version: 1 })
    expect(valueIn(await call('disableWebhookEndpoint', { endpointId, version: 2 }), 'code')).to.equal(
      'conflict',
    )
    expect(valueIn(off, 'endpoint')).to.deep.include({
      status: 'disabled',
      disabledBecause: 'person',
      version: 2,
    })
    for (let count = 1; count < 16; count += 1) await create('/204')
    const beyond = await call('createWebhookEndpoint', { appId, url: `${receiver.url}/204` })
    expect(beyond.status).to.equal(409)
    await done('deleteWebhookEndpoint', { endpointId, version: 2, reason: 'For the test.' })
    expect(valueIn(await call('listWebhookDeliveries', { endpointId }), 'code')).to.equal('not_found')
    await create('/204')
  })

  it('keep their secret sealed', async () => {
    const { endpointId, secret } = await create('/204')
    await exclusively(http.ports, async (unit) => {
      const stored = await unit.webhookEndpoints.lock(endpointId as never)
      expect(stored?.sealedSecret).to.match(/^v1\./)
      expect(stored?.sealedSecret).not.to.include(secret.slice(6))
    })
  })
})
