import { createServer, type IncomingHttpHeaders } from 'node:http'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { createPostrider } from '@postrider/core/postrider'
import { receiverEndpointId } from '@postrider/core/webhooks/domain/event-receiver'
import { httpWebhookCaller } from '@postrider/webhook-http/http-webhook-caller'
import { loopbackNetworks } from '../../builders/loopback-networks.js'
import { aFirm } from './a-firm.js'
import { aSend } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { control } from './people.js'
import { valueIn } from './refusals.js'
import { CREDIT_MINOR } from './test-tenant.js'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Event {
  readonly type: string
  readonly sequence: number
  readonly appId: string
  readonly organizationId: string
  readonly data: Readonly<Record<string, unknown>>
}

const secret = `whsec_${randomBytes(32).toString('base64')}`

/** A receiver on this machine, whose status the test sets. */
const openReceiver = async () => {
  const received: Received[] = []
  const state = { status: 204 }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.writeHead(state.status).end('seen')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/all`
  return { received, state, url, close: () => server.close() }
}

describe('The event receiver', () => {
  let http: HttpFixture
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  before(async () => {
    http = await openHttpFixture()
  })
  beforeEach(async () => {
    receiver = await openReceiver()
  })
  afterEach(() => receiver.close())
  after(() => http.close())

  /** A dispatcher with the setting. */
  const dispatching = (includesRecipient = false) => {
    const target = { url: receiver.url, secrets: [secret], includesRecipient, networks: loopbackNetworks }
    const webhooks = httpWebhookCaller({ networks: loopbackNetworks, product: 'Postrider', receiver: target })
    return createPostrider({ ...http.ports, webhooks }).dispatching()
  }
  const number = async (): Promise<void> => {
    await right(http.postrider.numberFeed())
    await right(http.postrider.numberEvents())
  }
  const events = (): readonly Event[] =>
    receiver.received.map(({ headers, body }) => new Webhook(secret).verify(body, headers as never) as Event)

  it('gets the events of all Organizations, which cannot see or change its endpoints', async () => {
    const dispatcher = dispatching()
    await right(dispatcher.webhooks.turn())
    const tenants = [await http.openTenant(CREDIT_MINOR), await http.openTenant(CREDIT_MINOR)]
    for (const tenant of tenants) await http.call('POST', '/v1/messages', aSend(tenant))
    await number()
    const has = (appId: string) => events().some((event) => event.appId === appId)
    await eventually('both apps are delivered', async () => {
      await right(dispatcher.webhooks.turn())
      return tenants.every(({ app }) => has(app.appId))
    })
    await dispatcher.close()
    for (const { app, organization } of tenants) {
      const [event] = events().filter(({ appId }) => appId === app.appId)
      expect(event).to.deep.include({
        type: 'message.accepted',
        sequence: 1,
        organizationId: organization.organizationId,
      })
      expect(event?.data).to.not.have.property('to')
    }
    const [tenant] = tenants
    if (tenant === undefined) throw new Error('no tenant')
    const { members } = await aFirm(http, tenant)
    const { organizationId } = tenant.organization
    const endpointId = receiverEndpointId(tenant.app.appId)
    const call = (operation: string, body: object) =>
      control(http, members.owner.accessToken, operation, { organizationId, ...body })
    expect(valueIn(await call('listWebhookEndpoints', {}), 'endpoints')).to.deep.equal([])
    const changes = {
      updateWebhookEndpoint: { version: 1, description: 'mine' },
      rotateWebhookSecret: { version: 1 },
      disableWebhookEndpoint: { version: 1 },
      enableWebhookEndpoint: { version: 1 },
      deleteWebhookEndpoint: { version: 1, reason: 'For the test.' },
      sendTestEvent: {},
      listWebhookDeliveries: {},
      getWebhookDelivery: { sequence: 1 },
      replayWebhookEvents: { fromSequence: 1 },
    }
    for (const [operation, body] of Object.entries(changes))
      expect(valueIn(await call(operation, { endpointId, ...body }), 'code'), operation).to.equal('not_found')
  })

  it('gets what it refused once it works again, in order, with recipients if the setting says so', async () => {
    const dispatcher = dispatching(true)
    const tenant = await http.openTenant(CREDIT_MINOR)
    receiver.state.status = 410
    await http.call('POST', '/v1/messages', aSend(tenant))
    await number()
    await eventually('it refuses', async () => {
      await right(dispatcher.webhooks.turn())
      return (await right(http.storage.webhooks.receiver()))?.failingApps === 1
    })
    const refused = receiver.received.length
    receiver.state.status = 200
    await eventually('it gets the same event again', async () => {
      await right(dispatcher.webhooks.turn())
      return receiver.received.length > refused
    })
    await dispatcher.close()
    const own = events().filter(({ appId }) => appId === tenant.app.appId)
    expect(new Set(own.map(({ sequence }) => sequence))).to.deep.equal(new Set([1]))
    expect(own.at(-1)?.data).to.have.property('to')
    expect(await right(http.storage.webhooks.receiver())).to.deep.include({ failingApps: 0, waiting: 0 })
  })
})
