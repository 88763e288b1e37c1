import type { Firm } from './a-firm.js'
import type { HttpFixture } from './http-fixture.js'
import { control } from './people.js'
import { valueIn } from './refusals.js'

interface Scene {
  readonly http: HttpFixture
  readonly firm: Firm
}

type Body = Readonly<Record<string, unknown>>

type Prepare = (scene: Scene) => Body | Promise<Body>

interface Endpoint {
  readonly endpointId: string
  readonly version: number
}

/** Fewer than an app can have, so that some can be added. */
const MANY = 15
const KEPT = 6

const sharedIds = new WeakMap<Firm, Promise<string>>()

const ownApp = ({ firm }: Scene) => {
  const { organizationId, appId } = firm.tenant.app
  return { organizationId, appId }
}

const called = async ({ http, firm }: Scene, operation: string, body: Body) => {
  const reply = await control(http, firm.members.owner.accessToken, operation, body)
  if (reply.status !== 200) throw new Error(`${operation}: ${JSON.stringify(reply.body)}`)
  return reply
}

/** Deletes the oldest endpoints of the app before it has too many. */
const makeRoom = async (scene: Scene): Promise<void> => {
  const { organizationId, appId } = ownApp(scene)
  const listed = await called(scene, 'listWebhookEndpoints', { organizationId, appId })
  const endpoints = valueIn(listed, 'endpoints') as readonly Endpoint[]
  if (endpoints.length < MANY) return
  const shared = await sharedIds.get(scene.firm)
  for (const { endpointId, version } of endpoints.slice(KEPT).filter((one) => one.endpointId !== shared))
    await called(scene, 'deleteWebhookEndpoint', { organizationId, endpointId, version, reason: 'old' })
}

/** The body that creates an endpoint of the first app. */
const endpointIn: Prepare = async (scene) => {
  await makeRoom(scene)
  return { ...ownApp(scene), url: 'https://example.com/hooks' }
}

const anEndpoint = async (scene: Scene): Promise<Endpoint> => {
  const created = await called(scene, 'createWebhookEndpoint', await endpointIn(scene))
  return valueIn(created, 'endpoint') as Endpoint
}

/** The ID of an endpoint of the first app that is never changed, for calls that only read or send. */
export const anEndpointId = (scene: Scene): Promise<string> => {
  const known = sharedIds.get(scene.firm)
  if (known !== undefined) return known
  const created = anEndpoint(scene).then(({ endpointId }) => endpointId)
  sharedIds.set(scene.firm, created)
  return created
}

/** The shared endpoint, with further fields. */
const endpointWith =
  (more: object): Prepare =>
  async (scene) => ({
    organizationId: ownApp(scene).organizationId,
    endpointId: await anEndpointId(scene),
    ...more,
  })

const versioned =
  (more: object = {}): Prepare =>
  async (scene) => {
    const { endpointId, version } = await anEndpoint(scene)
    return { organizationId: ownApp(scene).organizationId, endpointId, version, ...more }
  }

/** Valid requests of the operations on webhook endpoints that need more than identifiers. */
export const WEBHOOK_REQUESTS = {
  createWebhookEndpoint: endpointIn,
  updateWebhookEndpoint: versioned({ description: 'Orders' }),
  rotateWebhookSecret: versioned({ overlapSeconds: 60 }),
  disableWebhookEndpoint: versioned(),
  enableWebhookEndpoint: async (scene) => {
    const body = await versioned()(scene)
    const disabled = await called(scene, 'disableWebhookEndpoint', body)
    return { ...body, version: (valueIn(disabled, 'endpoint') as Endpoint).version }
  },
  deleteWebhookEndpoint: versioned({ reason: 'For the test.' }),
  getWebhookDelivery: endpointWith({ sequence: 1 }),
  replayWebhookEvents: endpointWith({ fromSequence: 1 }),
} satisfies Readonly<Record<string, Prepare>>
