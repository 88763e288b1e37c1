import { expect } from 'chai'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { type OperationName, OPERATIONS } from '@postrider/core/assembly/registry'
import { type Role, ROLE_PERMISSIONS, ROLES } from '@postrider/core/identity/domain/people/roles'
import { right } from '@postrider/conformance/outcome'
import { aSignedInUser, takeIn } from '../../builders/signed-in.js'
import { stopOrganization } from '../../core/platform/use-cases/operators/commands.js'
import { aFirm, type Firm } from '../http/a-firm.js'
import type { ControlBody } from '../http/control-requests.js'
import type { HeardFrame } from '../live/heard-frame.js'
import type { LiveClient } from '../live/live-client.js'
import { identifiersIn, isWhole, requestOf, WEBSITE_OPERATIONS } from './website-requests.js'
import { openWebsiteStage, type WebsiteStage } from './website-stage.js'

const entryOf = (name: OperationName): Operation => OPERATIONS[name]

const OF_TENANTS = WEBSITE_OPERATIONS.filter((name) => entryOf(name).tenant !== 'none')
const OF_ONESELF = WEBSITE_OPERATIONS.filter((name) => entryOf(name).tenant === 'none')

/** The responses for a caller without access. */
const SHUT: readonly unknown[] = [
  'permission_denied',
  'unauthenticated',
  'operation_not_allowed',
  'not_found',
]

const mayAs = (role: Role, { permission }: Operation): boolean =>
  permission === undefined || ROLE_PERMISSIONS[role].some((one) => one === permission)

const heardOf = ({ error }: HeardFrame): unknown =>
  error === undefined ? 200 : (error.data?.code ?? error.code)

type People = Readonly<Record<Role, LiveClient>>

describe(`The customers' authorization matrix over the website's socket (${WEBSITE_OPERATIONS.length} operations, read off the registry: call, reading and subscription)`, () => {
  let stage: WebsiteStage
  let firm: Firm
  let others: Firm
  let own: People
  let foreign: readonly LiveClient[]
  let subscriptions = 0

  const peopleOf = async ({ members }: Firm): Promise<People> => ({
    owner: await stage.enter(members.owner),
    admin: await stage.enter(members.admin),
    developer: await stage.enter(members.developer),
    billing: await stage.enter(members.billing),
    viewer: await stage.enter(members.viewer),
  })

  before(async () => {
    stage = await openWebsiteStage()
    const { http } = stage
    firm = await aFirm(http, http.mine)
    others = await aFirm(http, http.other)
    own = await peopleOf(firm)
    foreign = [...Object.values(await peopleOf(others)), await stage.enter(await aSignedInUser(http))]
  })
  after(() => stage.close())

  const bodyFor = (operation: OperationName, of: Firm = firm): Promise<ControlBody> =>
    requestOf(operation, { http: stage.http, firm: of, asker: of.members.owner })

  const call = async (client: LiveClient, operation: string, body: object): Promise<unknown> =>
    heardOf(await client.call(operation, body))

  const read = async (client: LiveClient, operation: string, request: object): Promise<unknown> =>
    heardOf(await client.call('live.read', { operation, request }))

  /** The result of a subscription: its refusal, or 200 after its first data. */
  const watch = async (client: LiveClient, operation: string, request: object): Promise<unknown> => {
    subscriptions += 1
    const subscription = `s${subscriptions}`
    const heard = heardOf(await client.call('live.subscribe', { subscription, operation, request }))
    if (heard !== 200) return heard
    expect((await client.nextEvent(subscription))['kind'], operation).to.equal('snapshot')
    await client.call('live.unsubscribe', { subscription })
    return heard
  }

  /**
   * The expected result of each way to call: an operation that can't be read or watched gets not_found from
   * any caller.
   */
  const waysOf = (operation: OperationName, answer: unknown): readonly unknown[] => {
    const { mutation, live } = entryOf(operation)
    return [answer, mutation ? 'not_found' : answer, live === undefined ? 'not_found' : answer]
  }

  const everyWay = async (client: LiveClient, operation: OperationName, body: object) => [
    await call(client, operation, body),
    await read(client, operation, body),
    await watch(client, operation, body),
  ]

  const letIn = async (client: LiveClient, operation: OperationName, body: object): Promise<void> => {
    const heard = await call(client, operation, body)
    if (isWhole(operation)) expect(heard, operation).to.equal(200)
    else expect(SHUT, `${operation} answered ${String(heard)}`).to.not.include(heard)
    const { mutation, live } = entryOf(operation)
    if (!mutation) expect(await read(client, operation, body), operation).to.equal(heard)
    if (live !== undefined) expect(await watch(client, operation, body), operation).to.equal(200)
  }

  const aMemberMore = async (role: Role): Promise<LiveClient> => {
    const { http } = stage
    const person = await aSignedInUser(http)
    const { organizationId } = firm.tenant.organization
    await takeIn(http, organizationId, person, role)
    return stage.enter(person)
  }

  for (const operation of OF_TENANTS) {
    const entry = entryOf(operation)
    const denied = ROLES.filter((role) => !mayAs(role, entry))
    it(`${operation}: ${denied.length === 0 ? 'every member' : `${denied.join(', ')} not`}; nobody outside`, async () => {
      const body = await bodyFor(operation)
      for (const client of foreign)
        expect(await everyWay(client, operation, body)).to.deep.equal(waysOf(operation, 'not_found'))
      for (const role of denied)
        expect(await everyWay(own[role], operation, body), role).to.deep.equal(
          waysOf(operation, 'permission_denied'),
        )
      const allowed = ROLES.filter((role) => mayAs(role, entry))
      for (const [at, role] of allowed.entries()) {
        // A member who leaves is an additional one.
        const client = operation === 'leaveOrganization' ? await aMemberMore(role) : own[role]
        const isDoneOnce = entry.mutation && at > 0
        await letIn(client, operation, isDoneOnce ? await bodyFor(operation) : body)
      }
    })
  }

  for (const operation of OF_ONESELF)
    it(`${operation}: every signed-in user`, async () => {
      for (const person of [firm.members.viewer, await aSignedInUser(stage.http)]) {
        // A separate session, because some operations end sessions.
        const client = await stage.enter(person)
        const heard = await call(client, operation, await bodyFor(operation))
        expect(['permission_denied', 'unauthenticated', 'operation_not_allowed']).to.not.include(heard)
        const { mutation, live } = entryOf(operation)
        if (!mutation) expect(await read(client, operation, {})).to.not.equal('permission_denied')
        if (live !== undefined) expect(await watch(client, operation, {})).to.equal(200)
        client.cut()
      }
    })

  it("gives no access to another organization's records with the caller's own organizationId", async () => {
    const stranger = foreign[0] ?? own.owner
    const before = await right(
      stage.http.storage.audit.chain(firm.tenant.organization.organizationId, 0, 10_000),
    )
    const leaks: string[] = []
    for (const operation of OF_TENANTS) {
      const [theirs, mine] = [await bodyFor(operation), await bodyFor(operation, others)]
      for (const property of identifiersIn(operation, mine)) {
        const frame = await stranger.call(operation, { ...mine, [property]: theirs[property] })
        const heard = heardOf(frame)
        const isEmptyReading = heard === 200 && !entryOf(operation).mutation
        if (heard === 200 && !isEmptyReading) leaks.push(`${operation} took ${property} of another`)
        const { organizationId, displayName } = firm.tenant.organization
        for (const trace of [organizationId, displayName])
          if (JSON.stringify(frame.result ?? {}).includes(trace)) leaks.push(`${operation} told of ${trace}`)
      }
    }
    expect(leaks).to.deep.equal([])
    const after = await right(
      stage.http.storage.audit.chain(firm.tenant.organization.organizationId, 0, 10_000),
    )
    const byStranger = after
      .slice(before.length)
      .filter(({ actor }) => actor.id === others.members.owner.userId)
    expect(byStranger).to.deep.equal([])
  })

  it('blocks operations that start something for a suspended organization, and only those', async () => {
    const { http } = stage
    const suspended = await aFirm(http, await http.openTenant(1_000))
    const { organizationId } = suspended.tenant.organization
    const client = await stage.enter(suspended.members.owner)
    const order = { actor: { kind: 'operator', id: 'test' }, reason: 'For the test.' } as const
    await right(stopOrganization(http.ports)({ ...order, organizationId }))
    for (const operation of OF_TENANTS.filter((name) => entryOf(name).tenant === 'organizationId')) {
      if (operation === 'leaveOrganization') continue
      const heard = await call(client, operation, { ...(await bodyFor(operation)), organizationId })
      const isStopped = heard === 'organization_suspended'
      expect(isStopped, `${operation} answered ${String(heard)}`).to.equal(!entryOf(operation).whileSuspended)
    }
  })
})
