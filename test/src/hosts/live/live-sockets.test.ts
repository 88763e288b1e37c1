import { expect } from 'chai'
import { KNOWN_PASSWORD } from '../../builders/a-known-password.js'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { startTicket } from '@postrider/core/identity/domain/people/session-ticket'
import { pipe, TE } from '@postrider/core/fp'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { totpCodeOf } from '../../builders/hand-totp.js'
import type { LiveClient } from './live-client.js'
import { type LiveFixture, openLiveFixture } from './live-fixture.js'

const codeOf = (frame: Awaited<ReturnType<LiveClient['call']>>): unknown =>
  frame.error?.data?.code ?? frame.error?.code

describe('A socket of the console', () => {
  let live: LiveFixture
  before(async () => {
    live = await openLiveFixture()
  })
  after(() => live.close())

  /** The status or the close code of an attempt. */
  const refusedWith = (opening: Promise<unknown>): Promise<string> =>
    opening.then(
      () => 'opened',
      (cause: Error) => cause.message,
    )

  it('handles calls like the runner, and mutations once per requestId', async () => {
    const client = await live.enter(await live.signIn())
    const { result } = await client.call('listOrganizations', { limit: 1 })
    expect(result?.['organizations']).to.have.length(1)
    const block = { prefix: '+99877', reason: 'Fraud.', requestId: 'once-and-no-more' }
    const [first, second] = [
      await client.call('blockDestination', block),
      await client.call('blockDestination', block),
    ]
    expect(first.error).to.equal(undefined)
    expect(second.result).to.include({ replayed: true })
    expect(codeOf(await client.call('listOrganizations', { limit: 0 }))).to.equal('invalid_request')
    expect(codeOf(await client.call('noSuchOperation'))).to.equal('not_found')
    expect(codeOf(await client.call('sendMessage', {}))).to.equal('not_found')
    expect(codeOf(await client.call('live.nothing'))).to.equal(-32601)
    expect(codeOf(await client.call('live.subscribe', { subscription: 'x' }))).to.equal('invalid_request')
  })

  it('extends a session with calls, but not with background reads of a page', async () => {
    const who = await live.signIn()
    const session = async () => {
      const nowMs = live.ports.clock.nowMs()
      const { value } = await right(live.ports.storage.operatorSessions.list(who.userId, nowMs, 1))
      return value[0] ?? expect.fail('there is no session')
    }
    const { sessionId, seenAtMs: signedInAtMs } = await session()
    const seenAtMs = signedInAtMs - 2 * MINUTE_MS
    await exclusively(live.ports, async ({ operatorSessions }) => {
      const held = await operatorSessions.lock(sessionId)
      if (held !== undefined) operatorSessions.replace({ ...held, seenAtMs })
    })
    const client = await live.enter(who)
    const read = (operation: string, request: object = {}) => client.call('live.read', { operation, request })
    expect((await read('listOwnSessions')).result?.['sessions']).to.have.length(1)
    expect((await read('listOrganizations', { limit: 1 })).result?.['organizations']).to.have.length(1)
    expect(codeOf(await read('listOrganizations', { limit: 0 }))).to.equal('invalid_request')
    expect(codeOf(await read('blockDestination', { prefix: '+99876', reason: 'Fraud.' }))).to.equal(
      'not_found',
    )
    expect(codeOf(await read('sendMessage'))).to.equal('not_found')
    expect(codeOf(await client.call('live.read', { request: {} }))).to.equal('invalid_request')
    expect((await session()).seenAtMs).to.equal(seenAtMs)
    expect((await client.call('listOrganizations', { limit: 1 })).error).to.equal(undefined)
    await eventually('the call is seen', async () => (await session()).seenAtMs > signedInAtMs - MINUTE_MS)
  })

  it('opens only for pages of the console with an active session', async () => {
    const who = await live.signIn()
    const { cookie } = who
    for (const origin of [undefined, 'http://evil.example', 'null', `${live.webOrigin}.evil.example`])
      expect(await refusedWith(live.open(who, { origin: origin as string }))).to.equal('refused with 403')
    for (const other of ['', 'operator=prop_unknown', `${cookie}x`])
      expect(await refusedWith(live.open({ ...who, cookie: other }))).to.equal('refused with 401')
    expect(await refusedWith(live.open(who, { subprotocol: 'postrider.website.v1' }))).to.equal(
      'refused with 400',
    )
    const { token } = await live.signInAgain(who.userId)
    await right(
      live.postrider.operatorSessions.end(token, { requestId: undefined, clientAddress: undefined }),
    )
    expect(await refusedWith(live.open({ ...who, cookie: `operator=${token}` }))).to.equal('refused with 401')
  })

  it('accepts a ticket once, for its session and before it expires', async () => {
    const [mine, other] = [await live.signIn(), await live.signIn()]
    const ticketOf = (token: string, origin = live.webOrigin): Promise<string> =>
      right(live.postrider.operatorSessions.ticket(token, origin))
    const used = await ticketOf(mine.token)
    const first = await live.open(mine)
    const { result: welcome } = await first.call('session.authenticate', { ticket: used })
    expect(welcome).to.include({ userId: mine.userId })
    expect(Date.parse(String(welcome?.['until']))).to.be.within(
      live.ports.clock.nowMs() + 11 * HOUR_MS,
      live.ports.clock.nowMs() + 12 * HOUR_MS,
    )
    const late = live.ports.sessionTokens.create('ticket')
    const session = await right(
      live.ports.storage.operatorSessions.list(mine.userId, live.ports.clock.nowMs(), 1),
    )
    await exclusively(live.ports, ({ sessionTickets }) => {
      const sessionId = session.value[0]?.sessionId ?? 'ses_none'
      const of = { verifier: late.verifier, sessionId, webOrigin: live.webOrigin }
      sessionTickets.add(startTicket(of, live.ports.clock.nowMs() - 30_000))
      return Promise.resolve()
    })
    const bad = [
      late.token,
      used,
      await ticketOf(other.token),
      await ticketOf(mine.token, 'http://evil.example'),
      'x',
    ]
    for (const ticket of bad) {
      const client = await live.open(mine)
      expect(codeOf(await client.call('session.authenticate', { ticket })), ticket).to.equal(
        'unauthenticated',
      )
      expect(await client.closed()).to.equal(4401)
    }
    const again = await first.call('session.authenticate', { ticket: await ticketOf(mine.token) })
    expect(again.result).to.include({ userId: mine.userId })
    expect(
      codeOf(await first.call('session.authenticate', { ticket: await ticketOf(other.token) })),
    ).to.equal('unauthenticated')
    expect((await first.call('listOrganizations', { limit: 1 })).error).to.equal(undefined)
  })

  it('allows ten connecting tabs, and ten authenticated ones per person', async () => {
    const who = await live.signIn()
    const tabs = await Promise.all(Array.from({ length: 10 }, () => live.open(who)))
    const eleventh = await live.open(who)
    expect(await eleventh.closed()).to.equal(4429)
    const { operatorSessions } = live.postrider
    const enter = async (tab: LiveClient) => {
      const ticket = await right(operatorSessions.ticket(who.token, live.webOrigin))
      return tab.call('session.authenticate', { ticket })
    }
    const entered = await Promise.all(tabs.map(enter))
    expect(entered.map(({ error }) => error)).to.deep.equal(Array.from({ length: 10 }, () => undefined))
    const late = await live.open(who)
    expect((await enter(late)).error?.data?.code).to.equal('too_many_requests')
    expect(await late.closed()).to.equal(4429)
    tabs[0]?.cut()
    await eventually('a tab is let in once another is closed', async () => {
      const next = await live.open(who)
      return (await enter(next)).error === undefined
    })
  })

  it('responds only after authentication', async () => {
    const client = await live.open(await live.signIn())
    client.begin('listOrganizations', { limit: 1 })
    expect(await client.closed()).to.equal(4400)
    expect(client.frames).to.deep.equal([])
  })

  const call = (id: unknown, params: object = {}): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'listOrganizations', params })
  const deep = (depth: number): object => (depth === 0 ? {} : { a: deep(depth - 1) })
  const bad: ReadonlyArray<readonly [what: string, send: (client: LiveClient) => void, code: number]> = [
    ['a binary frame', ({ socket }) => socket.send(Buffer.from(call('1'))), 4400],
    ['a frame of 65 KiB', ({ sendText }) => sendText(call('1', { text: 'x'.repeat(65 * 1024) })), 1009],
    [
      'a frame in 65 fragments',
      ({ socket }) => {
        for (let part = 0; part < 65; part += 1) socket.send(' ', { fin: part === 64 })
      },
      4400,
    ],
    [
      'text that is not UTF-8',
      ({ socket }) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
      4400,
    ],
    ['nine levels', ({ sendText }) => sendText(call('1', deep(7))), 4400],
    ['a batch', ({ sendText }) => sendText(`[${call('1')}]`), 4400],
    [
      'no id',
      ({ sendText }) => sendText(JSON.stringify({ jsonrpc: '2.0', method: 'listOrganizations' })),
      4400,
    ],
    ['a number as id', ({ sendText }) => sendText(call(7)), 4400],
    ['an id that is in use', ({ sendText }) => [1, 2].forEach(() => sendText(call('same'))), 4400],
    ['two ids', ({ sendText }) => sendText(call('1').replace('{', '{"id":"0",')), 4400],
    ['invalid JSON', ({ sendText }) => sendText('{"jsonrpc":'), 4400],
    ['another version', ({ sendText }) => sendText(call('1').replace('2.0', '1.0')), 4400],
    ['an unknown member', ({ sendText }) => sendText(call('1').replace('{', '{"extra":1,')), 4400],
    ['a list of parameters', ({ sendText }) => sendText(call('1').replace('{}', '[]')), 4400],
  ]
  for (const [what, send, code] of bad)
    it(`closes with ${code} for ${what}, without affecting other sockets`, async () => {
      const [client, other] = [await live.enter(await live.signIn()), await live.enter(await live.signIn())]
      send(client)
      expect(await client.closed()).to.equal(code)
      expect((await other.call('listOrganizations', { limit: 1 })).error).to.equal(undefined)
    })

  it('rejects a duplicate name, and stays open', async () => {
    const client = await live.enter(await live.signIn())
    client.sendText('{"jsonrpc":"2.0","id":"t","method":"listOrganizations","params":{"limit":1,"limit":2}}')
    expect(codeOf(await client.hear(({ id }) => id === 't'))).to.equal('invalid_request')
    expect((await client.call('listOrganizations', { limit: 1 })).error).to.equal(undefined)
  })

  it('confirms the second factor with a call of its own, and rejects a wrong code', async () => {
    const who = await live.signIn()
    const client = await live.enter(who)
    expect(codeOf(await client.call('session.confirm', { code: '000000' }))).to.equal('invalid_credentials')
    const step = Math.floor(live.ports.clock.nowMs() / 30_000)
    const { result } = await client.call('session.confirm', { code: totpCodeOf(who.totpSecret, step) })
    expect(Date.parse(String(result?.['confirmedAt']))).to.be.closeTo(live.ports.clock.nowMs(), 60_000)
    expect(codeOf(await client.call('session.confirm', {}))).to.equal('invalid_request')
  })

  it('closes all sockets of a session that signs out, and no others', async () => {
    const who = await live.signIn()
    const [one, two] = [await live.enter(who), await live.enter(who)]
    const other = await live.enter(await live.signInAgain(who.userId))
    expect((await one.call('session.end')).result).to.deep.equal({})
    expect([await one.closed(), await two.closed()]).to.deep.equal([4401, 4401])
    expect((await other.call('listOrganizations', { limit: 1 })).error).to.equal(undefined)
  })

  it('responds to a sign-out before it closes the socket, even if it notices the end first', async () => {
    const others: LiveClient[] = []
    const elsewhere = await live.another({
      audience: (usual) => ({
        ...usual,
        find: (request) =>
          pipe(
            usual.find(request),
            TE.map((session) => ({
              ...session,
              end: (origin) => async () => {
                const ended = await session.end(origin)()
                await Promise.all(others.map((client) => client.closed()))
                return ended
              },
            })),
          ),
      }),
    })
    try {
      const who = await live.signIn()
      const one = await elsewhere.enter(who)
      others.push(await elsewhere.enter(who))
      expect((await one.call('session.end')).result).to.deep.equal({})
      expect(await one.closed()).to.equal(4401)
    } finally {
      await elsewhere.close()
    }
  })

  it("responds to a call that ended the caller's own session before it closes the socket, but not to a reading", async () => {
    const others: LiveClient[] = []
    const elsewhere = await live.another({
      postrider: {
        ...live.postrider,
        runOperation: (...args) =>
          pipe(
            live.postrider.runOperation(...args),
            TE.chainFirstTaskK(() => async () => {
              await Promise.all(others.map((client) => client.closed()))
            }),
          ),
      },
    })
    try {
      const who = await live.signIn()
      const one = await elsewhere.enter(who)
      others.push(await elsewhere.enter(who))
      const reading = one.begin('listOrganizations', { limit: 1 })
      expect((await one.call('endOwnSessions', { currentPassword: KNOWN_PASSWORD })).result).to.include({
        ended: 1,
      })
      expect(await one.closed()).to.equal(4401)
      expect(one.frames.map(({ id }) => id)).to.not.include(reading)
    } finally {
      await elsewhere.close()
    }
  })

  it('closes idle sockets of a user who lost access, also in another process', async () => {
    const elsewhere = await live.another()
    try {
      const endings: ReadonlyArray<(who: Awaited<ReturnType<LiveFixture['signIn']>>) => Promise<unknown>> = [
        ({ userId }) =>
          exclusively(live.ports, async (unit) => {
            const user = await unit.users.lock(userId)
            if (user !== undefined) unit.users.replace({ ...user, status: 'disabled' })
          }),
        ({ token }) =>
          right(
            live.postrider.operatorSessions.end(token, { requestId: undefined, clientAddress: undefined }),
          ),
      ]
      for (const end of endings) {
        const who = await live.signIn()
        const clients = [await live.enter(who), await elsewhere.enter(who)]
        await end(who)
        expect(await Promise.all(clients.map((client) => client.closed()))).to.deep.equal([4401, 4401])
      }
    } finally {
      await elsewhere.close()
    }
  })

  it('closes with its process after calls have responses', async () => {
    const elsewhere = await live.another()
    const client = await elsewhere.enter(await live.signIn())
    const answer = client.call('listOrganizations', { limit: 1 })
    // Frames that were sent before the ping are read before it.
    const ponged = new Promise((resolve) => client.socket.once('pong', resolve))
    client.socket.ping()
    await ponged
    const closing = elsewhere.sockets.close()
    expect((await answer).error).to.equal(undefined)
    expect(await client.closed()).to.equal(1001)
    await closing
    expect(await refusedWith(elsewhere.open(await live.signIn()))).to.equal('refused with 503')
    await elsewhere.close()
  })
})
