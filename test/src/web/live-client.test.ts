import { expect } from 'chai'
import { CallRefused } from '@postrider/web/live/open-calls'
import { planAfter } from '@postrider/web/live/reconnection'
import { FakeWorld, settled } from './fake-socket.js'

const conflict = { code: 'conflict', message: 'No.', requestId: 'req_1', retryable: false, fieldErrors: [] }

const failureOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
    return 'none'
  } catch (error) {
    return error instanceof CallRefused ? error.body.code : String(error)
  }
}

const watcher = () => {
  const seen = { snapshots: [] as unknown[], changes: 0, named: [] as unknown[], over: [] as unknown[] }
  return {
    seen,
    watcher: {
      snapshot: (data: unknown) => seen.snapshots.push(data),
      changed: (messageIds: readonly string[] | undefined) => {
        seen.changes += 1
        seen.named.push(messageIds)
      },
      over: (error: unknown) => seen.over.push(error),
    },
  }
}

describe('The live client', () => {
  let world: FakeWorld
  beforeEach(async () => {
    world = new FakeWorld()
    await world.connect()
  })

  it('authenticates with a ticket before anything else', () => {
    expect(world.socket.sent).to.have.length(1)
    expect(world.last('session.authenticate').params).to.deep.equal({ ticket: 't-1' })
    expect(world.status).to.deep.equal({ _tag: 'Live' })
    expect(world.welcomes).to.deep.equal([{ userId: 'usr_1' }])
  })

  it('sends calls made before the authentication after it', async () => {
    const early = new FakeWorld()
    const read = early.client.read('listProviderAccounts', {})
    await early.connect()
    await early.answer('listProviderAccounts', { providerAccounts: [] })
    expect(await read).to.deep.equal({ providerAccounts: [] })
  })

  it('sends calls made in the welcome callback once', async () => {
    const other = new FakeWorld()
    other.welcomes.push = (...results) => {
      void other.client.read('listProviderAccounts', {})
      return results.length
    }
    await other.connect()
    expect(other.sentOf('listProviderAccounts')).to.have.length(1)
  })

  it('repeats a mutation without a response under the same requestId', async () => {
    const done = world.client.mutate('stopApp', { appId: 'app_1', reason: 'Fraud' })
    await world.drop(1006)
    expect(world.status).to.deep.include({ _tag: 'Reconnecting' })
    await world.pass(1_000)
    await world.welcome()
    const sent = world.sentOf('stopApp')
    expect(sent).to.have.length(2)
    expect(sent[0]?.params).to.deep.equal({ requestId: 'request-1', appId: 'app_1', reason: 'Fraud' })
    expect(sent[1]?.params).to.deep.equal(sent[0]?.params)
    await world.answer('stopApp', { app: {} })
    expect(await done).to.deep.equal({ app: {} })
  })

  it('gives two mutations different request ids', async () => {
    void world.client.mutate('stopApp', { appId: 'app_1', reason: 'a' })
    void world.client.mutate('stopApp', { appId: 'app_1', reason: 'a' })
    expect(new Set(world.sentOf('stopApp').map(({ params }) => params['requestId'])).size).to.equal(2)
  })

  it('reports the error of a refused call', async () => {
    const call = world.client.read('listSuperAdmins', {})
    await world.refuse('listSuperAdmins', conflict)
    expect(await failureOf(call)).to.equal('conflict')
  })

  it('has at most twelve open calls, and sends the next after a response', async () => {
    const calls = Array.from({ length: 15 }, () => world.client.read('listProviderAccounts', {}))
    expect(world.sentOf('listProviderAccounts')).to.have.length(12)
    await world.hear({ id: world.sentOf('listProviderAccounts')[0]?.id, result: { providerAccounts: [] } })
    await calls[0]
    expect(world.sentOf('listProviderAccounts')).to.have.length(13)
  })

  it('treats silence as a lost connection', async () => {
    await world.pass(11_000)
    await world.tick(1)
    await world.pass(11_000)
    expect(world.status).to.deep.equal({ _tag: 'Live' })
    const asOfMs = world.nowMs - 11_000
    await world.pass(1_000)
    expect(world.status).to.deep.equal({ _tag: 'Reconnecting', asOfMs })
    expect(world.sockets[0]?.isClosed).to.equal(true)
  })

  it('ignores a socket that it has left', async () => {
    const old = world.socket
    await world.drop(1006)
    old.observer.received('{"jsonrpc":"2.0","method":"live.tick","params":{"epoch":"e","seq":1}}')
    old.observer.closed(4401)
    expect(world.status).to.deep.include({ _tag: 'Reconnecting' })
  })

  for (const [code, tag] of [
    [4401, 'SignedOut'],
    [4400, 'Stopped'],
    [1009, 'Stopped'],
    [4408, 'Reconnecting'],
    [4429, 'Reconnecting'],
    [1012, 'Reconnecting'],
  ] as const)
    it(`is ${tag} after ${code}`, async () => {
      await world.drop(code)
      expect(world.status?._tag).to.equal(tag)
    })

  it('rejects open and later calls after the sign-out', async () => {
    const call = world.client.read('listSuperAdmins', {})
    await world.drop(4401)
    expect(await failureOf(call)).to.equal('unauthenticated')
    expect(await failureOf(world.client.read('listSuperAdmins', {}))).to.equal('unauthenticated')
    await world.pass(100_000)
    expect(world.sockets).to.have.length(1)
  })

  it('is signed out if it gets no ticket', async () => {
    world.ticket = { _tag: 'SignedOut' }
    await world.drop(1006)
    await world.pass(1_000)
    expect(world.status).to.deep.equal({ _tag: 'SignedOut' })
  })

  it('requests a ticket again if there is no response, with growing delays', async () => {
    world.ticket = { _tag: 'Unreachable' }
    await world.drop(1006)
    await world.pass(60_000)
    expect(world.tickets).to.be.within(6, 14)
    world.ticket = { _tag: 'Ticket', ticket: 't-2' }
    await world.pass(30_000)
    await world.welcome()
    expect(world.status).to.deep.equal({ _tag: 'Live' })
  })

  it('reports too many tabs, and connects soon after one was closed', async () => {
    const other = new FakeWorld()
    await other.client.connect()
    await settled()
    other.socket.observer.opened()
    await other.refuse('session.authenticate', { ...conflict, code: 'too_many_requests' })
    expect(other.socket.isClosed).to.equal(false)
    await other.drop(4429)
    expect(other.status).to.deep.equal({ _tag: 'TooManyTabs', asOfMs: other.nowMs })
    await other.pass(3_000)
    await other.welcome()
    expect(other.status).to.deep.equal({ _tag: 'Live' })
  })

  it('reconnects at once when the network is back, and reports the loss at once', async () => {
    await world.pass(1_000)
    world.ticket = { _tag: 'Unreachable' }
    world.client.offline()
    expect(world.status).to.deep.equal({ _tag: 'Reconnecting', asOfMs: world.nowMs - 1_000 })
    expect(world.socket.isClosed).to.equal(true)
    await world.pass(60_000)
    world.ticket = { _tag: 'Ticket', ticket: 't-2' }
    world.client.online()
    await world.welcome()
    expect(world.status).to.deep.equal({ _tag: 'Live' })
    await world.pass(100)
    expect(world.sockets).to.have.length(2)
  })

  it('repeats automatic readings that exceeded the rate, and rejects other calls', async () => {
    const tooMany = { ...conflict, code: 'too_many_requests' }
    const read = world.client.readAgain('listSuperAdmins', {})
    await world.refuse('live.read', tooMany)
    await world.pass(500)
    expect(world.sentOf('live.read')).to.have.length(1)
    await world.pass(1_000)
    expect(world.sentOf('live.read')).to.have.length(2)
    await world.answer('live.read', { superAdmins: [] })
    expect(await read).to.deep.equal({ superAdmins: [] })
    const reading = world.client.read('listSuperAdmins', {})
    await world.refuse('listSuperAdmins', tooMany)
    expect(await failureOf(reading)).to.equal('too_many_requests')
  })

  it('sends a postponed reading once over the next socket', async () => {
    void world.client.readAgain('listSuperAdmins', {})
    await world.refuse('live.read', { ...conflict, code: 'too_many_requests' })
    await world.drop(1012)
    await world.pass(600)
    await world.welcome()
    await world.pass(5_000)
    expect(world.sentOf('live.read')).to.have.length(2)
  })

  it('renews its authentication before the access ends, on the same socket', async () => {
    const other = new FakeWorld()
    await other.client.connect()
    await other.welcome({ until: new Date(other.nowMs + 90_000).toISOString() })
    const ticking = async () => {
      await other.pass(10_000)
      await other.tick(1)
    }
    for (let turn = 0; turn < 6; turn += 1) await ticking()
    expect(other.sockets).to.have.length(1)
    expect(other.sentOf('session.authenticate')).to.have.length(2)
  })

  it('renews it once a day if the access lasts longer than timers allow', async () => {
    const other = new FakeWorld()
    await other.client.connect()
    await other.welcome({ until: new Date(other.nowMs + 30 * 86_400_000).toISOString() })
    await other.pass(5_000)
    expect(other.tickets).to.equal(1)
  })
})

describe('A subscription of the client', () => {
  let world: FakeWorld
  let seen: ReturnType<typeof watcher>['seen']
  let stop: () => void
  const name = () => String(world.last('live.subscribe').params['subscription'])

  beforeEach(async () => {
    world = new FakeWorld()
    await world.connect()
    const one = watcher()
    seen = one.seen
    stop = world.client.watch('listMessages', { limit: 50 }, one.watcher)
    await world.answer('live.subscribe', { subscription: name(), epoch: 'e', seq: 5, resumed: false })
    await world.event(name(), { kind: 'snapshot', epoch: 'e', seq: 5, after: null, data: { messages: [] } })
  })

  it('receives the snapshot, and notices of changes', async () => {
    await world.event(name(), { kind: 'changes', epoch: 'e', seq: 7, after: 5, changes: [] })
    await world.event(name(), { kind: 'compacted', epoch: 'e', seq: 9, after: 7, messages: 500 })
    expect(seen).to.deep.include({ snapshots: [{ messages: [] }], changes: 2, over: [] })
  })

  it('reports the changed messages if the event names all of them', async () => {
    const changes = [{ messageIds: ['msg_1', 'msg_2'] }, { messageIds: ['msg_3'] }]
    const few = { kind: 'compacted', messages: 2, newest: ['msg_4', 'msg_4'] }
    const events = [
      { kind: 'changes', changes },
      { kind: 'changes', changes: [...changes, { messageIds: null }] },
      few,
      { ...few, messages: 3 },
      { ...few, newest: Array.from({ length: 50 }, () => 'msg_4') },
    ]
    for (const [at, event] of events.entries())
      await world.event(name(), { ...event, epoch: 'e', seq: 6 + at, after: 5 + at })
    expect(seen.named).to.deep.equal([
      ['msg_1', 'msg_2', 'msg_3'],
      undefined,
      ['msg_4', 'msg_4'],
      undefined,
      undefined,
    ])
  })

  it('reads everything again if an event is missing', async () => {
    const before = name()
    await world.event(before, { kind: 'changes', epoch: 'e', seq: 9, after: 7, changes: [] })
    expect(world.last('live.unsubscribe').params).to.deep.equal({ subscription: before })
    expect(name()).not.to.equal(before)
    expect(world.last('live.subscribe').params).not.to.have.property('after')
    await world.event(before, { kind: 'changes', epoch: 'e', seq: 10, after: 9, changes: [] })
    expect(seen.changes).to.equal(0)
    await world.event(name(), { kind: 'snapshot', epoch: 'e', seq: 11, after: null, data: { messages: [1] } })
    expect(seen.snapshots).to.deep.equal([{ messages: [] }, { messages: [1] }])
  })

  it('resumes after its last event on the next socket', async () => {
    await world.event(name(), { kind: 'changes', epoch: 'e', seq: 7, after: 5, changes: [] })
    await world.drop(1012)
    await world.pass(1_000)
    await world.welcome()
    expect(world.last('live.subscribe').params).to.deep.include({ after: { epoch: 'e', seq: 7 } })
    await world.event(name(), { kind: 'changes', epoch: 'e', seq: 12, after: 7, changes: [] })
    expect(seen.changes).to.equal(2)
  })

  it('resumes after the previous tick if no event concerned it', async () => {
    await world.tick(40)
    await world.tick(60)
    await world.drop(1006)
    await world.pass(1_000)
    await world.welcome()
    expect(world.last('live.subscribe').params).to.deep.include({ after: { epoch: 'e', seq: 40 } })
    await world.event(name(), { kind: 'changes', epoch: 'e', seq: 62, after: 40, changes: [] })
    expect([seen.changes, world.sentOf('live.unsubscribe').length]).to.deep.equal([1, 0])
  })

  it('ends without a retry if the permission to read is lost', async () => {
    await world.hear({ method: 'live.over', params: { subscription: name(), error: conflict } })
    expect(seen.over).to.deep.equal([conflict])
    await world.drop(1006)
    await world.pass(1_000)
    await world.welcome()
    expect(world.socket.sent.map(({ method }) => method)).to.deep.equal(['session.authenticate'])
  })

  it("ends if the server doesn't support it", async () => {
    const other = watcher()
    world.client.watch('listPriceVersions', {}, other.watcher)
    await world.refuse('live.subscribe', conflict)
    expect(other.seen.over).to.deep.equal([conflict])
  })

  it('ends without watchers', async () => {
    stop()
    expect(world.last('live.unsubscribe').params).to.deep.equal({ subscription: name() })
    await world.event(name(), { kind: 'changes', epoch: 'e', seq: 7, after: 5, changes: [] })
    expect(seen.changes).to.equal(0)
  })

  it('ignores unknown frames', async () => {
    world.socket.observer.received('no json')
    world.socket.observer.received('[]')
    await world.hear({ method: 'live.other', params: {} })
    await world.hear({ method: 'live.event', params: { subscription: name(), kind: 'changes' } })
    expect(world.status).to.deep.equal({ _tag: 'Live' })
  })
})

describe('Reconnecting after a close', () => {
  it('waits longer each time, at most half a minute, with jitter', () => {
    const waits = [0, 1, 2, 5, 9, 20].map((attempt) => planAfter(1006, attempt, 1, true))
    expect(waits.map((plan) => (plan._tag === 'Reconnect' ? plan.afterMs : 0))).to.deep.equal([
      500, 1_000, 2_000, 16_000, 30_000, 30_000,
    ])
    expect(planAfter(1006, 9, 0, true)).to.deep.equal({ _tag: 'Reconnect', afterMs: 250 })
  })

  it('is soon before authentication, and late after too many calls', () => {
    expect(planAfter(4429, 0, 0, false)).to.deep.equal({ _tag: 'Reconnect', afterMs: 1_000 })
    expect(planAfter(4429, 9, 1, false)).to.deep.equal({ _tag: 'Reconnect', afterMs: 3_000 })
    expect(planAfter(4429, 0, 0, true)).to.deep.equal({ _tag: 'Reconnect', afterMs: 30_000 })
  })

  it('is immediate if the process is draining, but not repeatedly', () => {
    expect(planAfter(1001, 0, 0, true)).to.deep.equal({ _tag: 'Reconnect', afterMs: 0 })
    expect(planAfter(1001, 7, 1, true)).to.deep.equal({ _tag: 'Reconnect', afterMs: 30_000 })
  })
})
