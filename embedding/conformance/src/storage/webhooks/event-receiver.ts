import { setTimeout as pause } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import { planDeliveries } from '@postrider/core/webhooks/domain/plan-deliveries'
import { concludeTurn } from '@postrider/core/webhooks/domain/conclude-turn'
import { receiverEndpointId, RECEIVER_OWNER } from '@postrider/core/webhooks/domain/event-receiver'
import type { ClaimQuery, ClaimedEndpoint } from '@postrider/core/webhooks/ports/webhook-storage'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { right } from '../../outcome.js'
import { numberAllEvents } from '../events/following-events.js'
import { acceptPaid } from '../messaging/accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively } from '../unit-work.js'

const HOST = 'events.example.com'
const LEASE_MS = 60_000
const PASSED_MS = 5

/** Later than the time at which an endpoint was added, by the clock of the database. */
const later = (): number => Date.now() + LEASE_MS

const anApp = () => {
  const { organizationId, appId, environment } = aMessage()
  return { organizationId, appId, environment }
}

const accept = async ({ storage }: StorageUnderTest, app: ReturnType<typeof anApp>): Promise<void> => {
  await acceptPaid(storage, app)
  await numberAllEvents(storage)
}

const claim = ({ storage }: StorageUnderTest, of: ClaimQuery['of'], nowMs = later()) =>
  right(storage.webhooks.claim(nowMs, LEASE_MS, { of, endpoints: 10, events: 50, except: [] }))

/** Ends a turn in which all attempts succeed or fail. */
const end = async (
  { storage }: StorageUnderTest,
  one: ClaimedEndpoint,
  tag: 'Delivered' | 'Gone',
  nowMs: number,
): Promise<readonly number[]> => {
  const { endpoint, claim: held, pending } = one
  const plan = planDeliveries(endpoint, { ...one, nowMs })
  const attempted = plan.chains.map((chain) =>
    chain.slice(0, 1).map((delivery) => ({ delivery, result: { _tag: tag } as const, endedAtMs: nowMs })),
  )
  const turn = concludeTurn(endpoint, plan, pending, attempted, { nowMs, fraction: () => 0 })
  const attempts = attempted.flat().map(({ delivery: { event } }) => ({
    endpointId: endpoint.endpointId,
    eventId: event.eventId,
    sequence: event.sequence,
    key: '',
    type: event.type,
    number: 1,
    atMs: nowMs,
    durationMs: 1,
    status: tag === 'Gone' ? 410 : 204,
    detail: '',
    isDelivered: tag === 'Delivered',
  }))
  const stored = { endpoint, claim: held, end: turn, attempts, nowMs }
  expect(await right(storage.webhooks.conclude(stored))).to.equal(true)
  return attempts.map(({ sequence }) => sequence)
}

const idsIn = (claimed: readonly ClaimedEndpoint[]) =>
  claimed.map(({ endpoint, events }) => [endpoint.appId, events.map(({ sequence }) => sequence)])

/** Tests the endpoints of the event receiver: one for each app, and apart from those of Organizations. */
export const eventReceiverSuite = (open: OpenStorage): void => {
  describe('the event receiver', () => {
    const at = useStorage(open, 'test')
    const serve = (after = 0, most = 10) => right(at.storage.webhooks.serveReceiver(HOST, after, most))

    it('gets the events of each app since it was set, with those of later apps', async () => {
      const [old, idle, young] = [anApp(), anApp(), anApp()]
      expect(await right(at.storage.webhooks.receiver())).to.equal(undefined)
      await accept(at, old)
      await pause(PASSED_MS)
      const first = await serve()
      expect(first.isMore).to.equal(false)
      await accept(at, old)
      await accept(at, idle)
      await pause(PASSED_MS)
      await accept(at, young)
      const second = await serve(first.after)
      expect((await serve(second.after)).after, 'nothing new').to.equal(second.after)
      expect(idsIn(await claim(at, 'receiver'))).to.have.deep.members([
        [old.appId, [2]],
        [idle.appId, [1]],
        [young.appId, [1]],
      ])
      expect(await claim(at, 'organizations'), 'customers have none').to.deep.equal([])
      expect(await claim(at, 'receiver'), 'another process has them').to.deep.equal([])
    })

    it('is added once for each app, by any number of processes, and page by page', async () => {
      const apps = [anApp(), anApp(), anApp()]
      for (const app of apps) await accept(at, app)
      const other = await at.another()
      const both = await Promise.all([serve(), right(other.webhooks.serveReceiver(HOST, 0, 10))])
      expect(both[0].after).to.equal(both[1].after)
      expect(await right(at.storage.webhooks.receiver())).to.deep.include({ host: HOST, apps: 3, waiting: 0 })
      await other.close()
      const fourth = anApp()
      await accept(at, fourth)
      let progress = await serve(0, 1)
      while (progress.isMore) progress = await serve(progress.after, 1)
      expect(await right(at.storage.webhooks.receiver())).to.deep.include({ apps: 4, waiting: 1 })
    })

    it('starts with all apps again if the numbers of the database are lower', async () => {
      await accept(at, anApp())
      await serve(1_000_000)
      expect(await right(at.storage.webhooks.receiver())).to.deep.include({ apps: 1 })
    })

    it('shows what waits and the last failure, is never disabled, and has no owners to warn', async () => {
      const app = anApp()
      await serve()
      await accept(at, app)
      await accept(at, app)
      await serve()
      const nowMs = later()
      const [one] = await claim(at, 'receiver', nowMs)
      if (one === undefined) throw new Error('not claimed')
      expect(await end(at, one, 'Gone', nowMs)).to.deep.equal([1, 2])
      const status = await right(at.storage.webhooks.receiver())
      expect(status).to.deep.include({ host: HOST, apps: 1, failingApps: 1, waiting: 2 })
      expect(status?.lastFailure).to.deep.include({ status: 410, atMs: nowMs })
      expect(status?.oldestMs).to.be.a('number')
      expect(await right(at.storage.webhooks.notices(5))).to.deep.equal([])
      const [again] = await claim(at, 'receiver', nowMs + LEASE_MS)
      if (again === undefined) throw new Error('not claimed again')
      expect(await end(at, again, 'Delivered', nowMs + LEASE_MS)).to.deep.equal([1, 2])
      expect(await right(at.storage.webhooks.receiver())).to.deep.include({ failingApps: 0, waiting: 0 })
    })

    it('is hidden from its app’s Organization, and from the list of all endpoints', async () => {
      const app = anApp()
      await serve()
      await accept(at, app)
      await serve()
      const { organizationId, appId } = app
      const endpointId = receiverEndpointId(appId)
      const page = { before: undefined, limit: 10 }
      for (const owned of [undefined, appId])
        expect(
          (await right(at.storage.webhooks.endpoints({ ...page, organizationId, appId: owned }))).value,
        ).to.deep.equal([])
      const query = { endpointId, organizationId, sequence: undefined, isDelivered: undefined, ...page }
      expect((await right(at.storage.webhooks.attempts(query))).value).to.equal(undefined)
      expect(
        (await right(at.storage.webhooks.delivery({ endpointId, organizationId }, 1, 1))).value,
      ).to.equal(undefined)
      expect(
        (await right(at.storage.webhooks.ofPlatform({ ...page, state: undefined }))).value.found,
      ).to.deep.equal([])
      const backlog = await right(at.storage.webhooks.backlog())
      expect(backlog.every(({ endpoints }) => endpoints === 0)).to.equal(true)
      await exclusively(at, async (unit) => {
        expect(await unit.webhookEndpoints.countOf(appId)).to.equal(0)
        expect((await unit.webhookEndpoints.lock(endpointId))?.organizationId).to.equal(RECEIVER_OWNER)
      })
    })

    it('is added to no app while the database is on hold', async () => {
      await accept(at, anApp())
      await right(at.storage.installation.hold('operator', Date.now()))
      expect(E.isRight(await at.storage.webhooks.serveReceiver(HOST, 0, 10)())).to.equal(true)
      expect(await right(at.storage.webhooks.receiver())).to.equal(undefined)
    })
  })
}
