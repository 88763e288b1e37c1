import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { ADMIN_PERMISSIONS } from '@postrider/core/identity/domain/people/roles'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aSend } from '../http/a-send.js'
import { valueIn } from '../http/refusals.js'
import type { LiveClient } from './live-client.js'
import { type AtConsole, LIVE_ENGINES, type LiveFixture, openLiveFixture } from './live-fixture.js'

const LIST = { operation: 'listMessages', request: { limit: 5 } }

for (const engine of LIVE_ENGINES)
  describe(`A subscription on ${engine}`, () => {
    let live: LiveFixture
    before(async () => {
      live = await openLiveFixture({ limits: { tickMs: 200 } }, engine)
    })
    after(() => live.close())

    /** Sends this number of messages and returns their ids. */
    const send = async (count = 1): Promise<readonly string[]> => {
      const ids: string[] = []
      for (let sent = 0; sent < count; sent += 1) {
        const reply = await live.http.call('POST', '/v1/messages', aSend(live.http.mine))
        expect(reply.status).to.equal(202)
        ids.push(String(valueIn(reply, 'messageId')))
      }
      return ids
    }

    const subscribed = async (
      client: LiveClient,
      params: object,
    ): Promise<Readonly<Record<string, unknown>>> => {
      const { result, error } = await client.call('live.subscribe', params)
      expect(error).to.equal(undefined)
      return result ?? {}
    }

    /** The messages that a tail names, until it has named all of these. */
    const named = async (
      client: LiveClient,
      subscription: string,
      wanted: readonly string[],
    ): Promise<number> => {
      const seen = new Set<string>()
      let after: unknown
      let events = 0
      while (!wanted.every((id) => seen.has(id))) {
        const event = await client.nextEvent(subscription)
        if (after !== undefined) expect(event['after']).to.equal(after)
        after = event['seq']
        events += 1
        for (const change of (event['changes'] ?? []) as ReadonlyArray<{
          messageIds: readonly string[] | null
        }>)
          for (const id of change.messageIds ?? []) seen.add(id)
      }
      return events
    }

    const disempower = ({ userId }: AtConsole): Promise<void> =>
      exclusively(live.ports, async (unit) => {
        const admin = await unit.superAdmins.lock(userId)
        if (admin !== undefined) unit.superAdmins.replace({ ...admin, permissions: ['admin.audit'] })
      })

    it('starts with a snapshot, followed by every change', async () => {
      const client = await live.enter(await live.signIn())
      const begun = await subscribed(client, { subscription: 'm', ...LIST })
      expect(begun).to.include({ subscription: 'm', resumed: false })
      const snapshot = await client.nextEvent('m')
      expect(snapshot).to.include({ kind: 'snapshot', after: null })
      await named(client, 'm', await send(3))
      await client.call('live.unsubscribe', { subscription: 'm' })
    })

    it('reruns a reading when its data has changed', async () => {
      const client = await live.enter(await live.signIn())
      const [messageId] = await send()
      await subscribed(client, { subscription: 't', operation: 'getMessageTrace', request: { messageId } })
      expect(await client.nextEvent('t')).to.include({ kind: 'snapshot' })
      await subscribed(client, { subscription: 'a', operation: 'listAuditEvents', request: { limit: 1 } })
      const first = await client.nextEvent('a')
      await client.call('blockDestination', { prefix: '+99871', reason: 'Seen by all who watch.' })
      const second = await client.nextEvent('a')
      expect(second).to.include({ kind: 'reading', after: first['seq'] })
      expect(JSON.stringify(second['data'])).to.include('blockDestination')
    })

    it('reruns a reading that changes with time alone', async () => {
      const client = await live.enter(await live.signIn())
      await subscribed(client, { subscription: 'h', operation: 'getProviderHealth' })
      const sinceOf = ({ data }: Readonly<Record<string, unknown>>) =>
        Date.parse((data as { since: string }).since)
      const first = await client.nextEvent('h')
      const second = await client.nextEvent('h')
      expect(second).to.include({ kind: 'reading', seq: first['seq'], after: first['seq'] })
      expect(sinceOf(second)).to.be.at.least(sinceOf(first) + 3_000)
    })

    it('resumes at the position of a disconnected client, also in another process', async () => {
      const elsewhere = await live.another()
      try {
        const who = await live.signIn()
        const client = await live.enter(who)
        await subscribed(client, { subscription: 'm', ...LIST })
        const { epoch, seq } = await client.nextEvent('m')
        client.cut()
        const missed = await send(4)
        for (const place of [live, elsewhere]) {
          const again = await place.enter(who)
          // If the other process hasn't read that far yet, it starts with a snapshot. Nothing is lost then
          // either.
          const begun = await subscribed(again, { subscription: 'm', ...LIST, after: { epoch, seq } })
          if (begun['resumed'] === true) await named(again, 'm', missed)
          else expect((await again.nextEvent('m'))['kind']).to.equal('snapshot')
        }
      } finally {
        await elsewhere.close()
      }
    })

    it("resumes in a process that has just started and doesn't know the feed yet", async () => {
      const client = await live.enter(await live.signIn())
      await subscribed(client, { subscription: 'm', ...LIST })
      const { epoch, seq } = await client.nextEvent('m')
      client.cut()
      const missed = await send(2)
      const { feed } = live.ports.storage
      const head: typeof feed.head = () => async () => {
        await sleep(300)
        return feed.head()()
      }
      const restarted = await live.another({ feed: { ...feed, head } })
      try {
        const again = await restarted.enter(await live.signIn())
        const begun = await subscribed(again, { subscription: 'm', ...LIST, after: { epoch, seq } })
        expect(begun['resumed']).to.equal(true)
        await named(again, 'm', missed)
      } finally {
        await restarted.close()
      }
    })

    it('restarts for a number of another epoch, or above the head', async () => {
      const client = await live.enter(await live.signIn())
      const { epoch, seq } = await subscribed(client, { subscription: 'm', ...LIST })
      const bad = [
        { epoch: 'another', seq: 1 },
        { epoch, seq: Number(seq) + 1_000_000 },
      ]
      for (const [place, after] of bad.entries()) {
        const begun = await subscribed(client, { subscription: `m${place}`, ...LIST, after })
        expect(begun['resumed']).to.equal(false)
        expect((await client.nextEvent(`m${place}`))['kind']).to.equal('snapshot')
      }
    })

    it('restarts on every socket when the feed does', async () => {
      const client = await live.enter(await live.signIn())
      await subscribed(client, { subscription: 'm', ...LIST })
      const before = await client.nextEvent('m')
      await right(live.ports.storage.feed.reset())
      const after = await client.nextEvent('m')
      expect(after).to.include({ kind: 'snapshot', after: null })
      expect(after['epoch']).to.not.equal(before['epoch'])
      await named(client, 'm', await send(2))
    })

    it('reports its position, and everything up to a tick is sent before the next', async () => {
      const client = await live.enter(await live.signIn())
      await subscribed(client, { subscription: 'm', ...LIST })
      await send(3)
      const head = await right(live.ports.storage.feed.head())
      const reached = await client.hear(
        ({ method, params }) => method === 'live.tick' && Number(params?.['seq']) >= head.seq,
      )
      const at = client.frames.indexOf(reached)
      const next = await client.hear(
        (frame) => frame.method === 'live.tick' && client.frames.indexOf(frame) > at,
      )
      const received = client.frames.slice(0, client.frames.indexOf(next))
      const seqs = received
        .filter(({ method }) => method === 'live.event')
        .map(({ params }) => Number(params?.['seq']))
      expect(Math.max(...seqs)).to.be.at.least(head.seq)
    })

    it("is refused for denied operations, mutations, and readings that can't be watched", async () => {
      const client = await live.enter(
        await live.signIn(ADMIN_PERMISSIONS.filter((one) => one !== 'admin.messages')),
      )
      const code = async (operation: string, request: object = {}): Promise<unknown> => {
        const { error } = await client.call('live.subscribe', { subscription: operation, operation, request })
        return error?.data?.code
      }
      expect(await code('listMessages')).to.equal('permission_denied')
      expect(await code('blockDestination')).to.equal('not_found')
      expect(await code('getSupportAttachmentUrl')).to.equal('not_found')
      expect(await code('noSuchOperation')).to.equal('not_found')
      expect(await code('listAuditEvents', { limit: 0 })).to.equal('invalid_request')
      expect(await code('getTemplateReview', { draftId: `tpl_${'0'.repeat(26)}` })).to.equal('not_found')
    })

    it("ends when the permission is lost, and later commits aren't sent", async () => {
      const who = await live.signIn()
      const client = await live.enter(who)
      await subscribed(client, { subscription: 'm', ...LIST })
      await client.nextEvent('m')
      await disempower(who)
      const later = await send(2)
      const over = await client.hear(({ method }) => method === 'live.over')
      expect(over.params?.['error']).to.include({ code: 'permission_denied' })
      // This response is queued behind the subscription's frames, so everything in progress has been sent.
      await client.call('listAuditEvents', { limit: 1 })
      for (const id of later) expect(JSON.stringify(client.frames)).to.not.include(id)
    })

    it('has its own name, at most twenty per socket', async () => {
      const client = await live.enter(await live.signIn())
      const subscribe = (subscription: string) => client.call('live.subscribe', { subscription, ...LIST })
      for (let count = 0; count < 20; count += 1)
        expect((await subscribe(`m${count}`)).error).to.equal(undefined)
      expect((await subscribe('m0')).error?.data?.code).to.equal('conflict')
      expect((await subscribe('m20')).error?.data?.code).to.equal('too_many_requests')
    })
  })

describe('A subscription with more changes than are sent individually', () => {
  let live: LiveFixture
  before(async () => {
    live = await openLiveFixture({
      limits: { tailPerSecond: 3, maxSocketsOfUser: 2, callsAtOnce: 8, callsPerSecond: 1 },
    })
  })
  after(() => live.close())

  it('gets one record with exact counts', async () => {
    const client = await live.enter(await live.signIn())
    await client.call('live.subscribe', { subscription: 'm', ...LIST })
    await client.nextEvent('m')
    const count = 12
    await Promise.all(
      Array.from({ length: count }, () => live.http.call('POST', '/v1/messages', aSend(live.http.mine))),
    )
    let counted = 0
    let compacted = 0
    while (counted < count) {
      const event = await client.nextEvent('m')
      if (event['kind'] === 'compacted') {
        compacted += 1
        counted += Number(event['messages'])
      } else
        counted += (
          event['changes'] as ReadonlyArray<{ groups: ReadonlyArray<{ kind: string; count: number }> }>
        )
          .flatMap(({ groups }) => groups)
          .reduce((sum, group) => sum + group.count, 0)
    }
    expect(counted).to.equal(count)
    expect(compacted).to.be.at.least(1)
  })

  it('disconnects a client with too many sockets, and refuses excess calls before it closes their socket', async () => {
    const who = await live.signIn()
    const [first] = [await live.enter(who), await live.enter(who)]
    const third = await live.open(who)
    const ticket = await right(live.postrider.operatorSessions.ticket(who.token, live.webOrigin))
    const refusal = await third.call('session.authenticate', { ticket })
    expect(refusal.error?.data?.code).to.equal('too_many_requests')
    expect(await third.closed()).to.equal(4429)
    for (let count = 0; count < 40; count += 1) first.begin('listOrganizations', { limit: 1 })
    expect(await first.closed()).to.equal(4429)
    expect(first.frames.some(({ error }) => error?.data?.code === 'too_many_requests')).to.equal(true)
  })
})
