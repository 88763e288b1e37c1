import { expect } from 'chai'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { ADMIN_PERMISSIONS, type AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import type { OperatorHolder } from '../http/admin-callers.js'
import {
  ADMIN_CASES,
  type AdminCase,
  type AdminOperation,
  BLOCKED_PREFIX,
  type Heard,
  heardInPerson,
} from '../http/admin-matrix-table.js'
import type { LiveClient } from './live-client.js'
import { type LiveFixture, openLiveFixture } from './live-fixture.js'

const NAMES = Object.keys(ADMIN_CASES) as AdminOperation[]

/** The callers that can have a socket. Other tests show that signed-out callers have none. */
const HOLDERS = [
  'a super admin who may everything',
  'a super admin who may this alone',
  'a super admin who may everything else',
  'a super admin who confirmed a second factor six minutes ago',
  'a super admin who lost their permissions a moment ago',
] as const satisfies readonly OperatorHolder[]

type Holder = (typeof HOLDERS)[number]

/** Each of these permissions is enough. */
const enough = ({ permission }: Pick<AdminCase, 'permission'>): readonly AdminPermission[] =>
  typeof permission === 'string' ? [permission] : permission

const plenty = { callsAtOnce: 100_000, maxSockets: 1_000 }

describe(`The authorization matrix over the socket (${NAMES.length} operations x ${HOLDERS.length} callers: call, reading and subscription)`, () => {
  let live: LiveFixture
  before(async () => {
    live = await openLiveFixture({ limits: plenty })
    await exclusively(live.ports, ({ blockedDestinations }) =>
      blockedDestinations.add({ prefix: BLOCKED_PREFIX, createdAtMs: 1 }),
    )
  })
  after(() => live.close())

  const opened = new Map<string, Promise<LiveClient>>()

  const enter = async (holder: Holder, permissions: readonly AdminPermission[]): Promise<LiveClient> => {
    if (holder === 'a super admin who may this alone')
      return live.enter(await live.signIn(permissions.slice(-1)))
    if (holder === 'a super admin who may everything else')
      return live.enter(await live.signIn(ADMIN_PERMISSIONS.filter((one) => !permissions.includes(one))))
    const who = await live.signIn()
    if (holder === 'a super admin who confirmed a second factor six minutes ago')
      return live.enter(await live.signInAgain(who.userId, 6 * MINUTE_MS))
    const client = await live.enter(who)
    if (holder === 'a super admin who lost their permissions a moment ago')
      await exclusively(live.ports, async (unit) => {
        const admin = await unit.superAdmins.lock(who.userId)
        if (admin !== undefined) unit.superAdmins.replace({ ...admin, permissions: [] })
      })
    return client
  }

  /**
   * One socket for all operations with the same requirements. The operation that signs its caller out comes
   * last.
   */
  const clientOf = (holder: Holder, operation: AdminOperation): Promise<LiveClient> => {
    const permissions = enough(ADMIN_CASES[operation])
    const key = `${holder} ${operation === 'endOwnSessions' ? operation : permissions.join(' ')}`
    const client = opened.get(key) ?? enter(holder, permissions)
    opened.set(key, client)
    return client
  }

  const heardOf = ({ error }: Awaited<ReturnType<LiveClient['call']>>): unknown =>
    error === undefined ? 200 : (error.data?.code ?? error.code)

  const subscribe = async (
    client: LiveClient,
    operation: AdminOperation,
    request: object,
  ): Promise<unknown> => {
    const heard = heardOf(
      await client.call('live.subscribe', { subscription: operation, operation, request }),
    )
    if (heard === 200) await client.call('live.unsubscribe', { subscription: operation })
    return heard
  }

  /** An operation that can't be watched can't be subscribed to by any caller. */
  const heardBySubscribing = (operation: AdminOperation, holder: Holder): Heard => {
    const { live: how }: Operation = OPERATIONS[operation]
    return how === undefined ? 'not_found' : heardInPerson(ADMIN_CASES[operation], holder)
  }

  /** A mutation can't be read in the background by any caller. */
  const heardByReading = (operation: AdminOperation, holder: Holder): Heard =>
    OPERATIONS[operation].mutation ? 'not_found' : heardInPerson(ADMIN_CASES[operation], holder)

  for (const operation of NAMES)
    it(`responds to ${operation} as declared: call, reading and subscription`, async () => {
      const { body } = ADMIN_CASES[operation]
      for (const holder of HOLDERS) {
        const client = await clientOf(holder, operation)
        expect(await subscribe(client, operation, body), `${holder} subscribes`).to.equal(
          heardBySubscribing(operation, holder),
        )
        expect(
          heardOf(await client.call('live.read', { operation, request: body })),
          `${holder} reads`,
        ).to.equal(heardByReading(operation, holder))
        expect(heardOf(await client.call(operation, body)), holder).to.equal(
          heardInPerson(ADMIN_CASES[operation], holder),
        )
      }
    })
})
