import { expect } from 'chai'
import { DAY_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import { right } from '@postrider/conformance/outcome'
import { postJson, aPerson, control, type Person } from './people.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'

const BY_TEST = { actor: { kind: 'operator', id: 'test' }, reason: 'For the test.' } as const

const times = <A>(count: number, value: A): A[] => Array.from({ length: count }, () => value)

const statusesOf = (replies: readonly Reply[]): readonly number[] => replies.map(({ status }) => status)

describe('Sessions over HTTP', () => {
  let http: HttpFixture
  let shiftMs = 0
  before(async () => {
    http = await openHttpFixture()
    // The same service at a chosen time.
    const clock = { nowMs: () => http.ports.clock.nowMs() + shiftMs }
    const postrider = createPostrider({ ...http.ports, clock })
    const { port } = await http.openHost({ postrider, clock })
    const { call } = await import('./http-client.js')
    const first = http
    http = {
      ...first,
      postrider,
      call: (method, target, sent) => call(port, method, target, sent),
      readMail: async () => {
        await right(postrider.sendMails())
        return first.readMail()
      },
    }
  })
  after(() => http.close())
  beforeEach(() => {
    shiftMs = 0
  })

  const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Reply> =>
    postJson(http, '/v1/sessions', { email, password })
  const refresh = (reply: Reply): Promise<Reply> =>
    postJson(http, '/v1/sessions/refresh', { refreshToken: valueIn(reply, 'refreshToken') })
  const whoIsThere = (reply: Reply): Promise<Reply> =>
    control(http, String(valueIn(reply, 'accessToken')), 'getCustomerContext')

  it('start with an address in any case and its password', async () => {
    const person = await aPerson(http)
    const signedIn = await signIn({ ...person, email: person.email.toUpperCase() })
    expect(signedIn.status).to.equal(200)
    expect(signedIn.body).to.include({ tokenType: 'Bearer', expiresIn: 900 })
    expect(valueIn(signedIn, 'user')).to.deep.equal({
      userId: person.userId,
      email: person.email,
      displayName: 'Asha',
    })
    expect(valueIn(signedIn, 'accessToken')).to.match(/^prat_[0-9A-Za-z]{49}$/)
    expect(valueIn(signedIn, 'refreshToken')).to.match(/^prrt_[0-9A-Za-z]{49}$/)
    expect((await whoIsThere(signedIn)).status).to.equal(200)
  })

  it("don't start for a wrong password, an unknown address or a disabled user, with the same response", async () => {
    const person = await aPerson(http)
    const disabled = await aPerson(http)
    await right(http.postrider.disableUserByCommand({ ...BY_TEST, email: disabled.email }))
    const wrong = await signIn({ ...person, password: `${person.password}x` })
    const unknown = await signIn({ email: 'nobody@example.com', password: person.password })
    const off = await signIn(disabled)
    const plain = (reply: Reply) => ({
      ...reply,
      headers: Object.keys(reply.headers),
      body: { ...(reply.body as object), requestId: '' },
    })
    expectRefusal(wrong, 'invalid_credentials')
    expect(plain(unknown)).to.deep.equal(plain(wrong))
    expect(plain(off)).to.deep.equal(plain(wrong))
  })

  it('reject an invalid body, and a password of ten thousand characters', async () => {
    expectRefusal(await postJson(http, '/v1/sessions', { email: 'a@example.com' }), 'invalid_request', [
      ['body', '/password', 'required'],
    ])
    const long = await signIn({ email: 'a@example.com', password: 'x'.repeat(5_000) })
    expectRefusal(long, 'invalid_request', [['body', '/password', 'too_long']])
    const huge = await signIn({ email: 'a@example.com', password: 'x'.repeat(10_000) })
    expectRefusal(huge, 'payload_too_large')
    expectRefusal(await signIn({ email: 'no address', password: 'x' }), 'invalid_request', [
      ['body', '/email', 'format'],
    ])
  })

  it('lock an address after five failures, longer each time, but never permanently', async () => {
    const person = await aPerson(http)
    const wrong = { ...person, password: 'wrong, wrong, wrong' }
    const first = await Promise.all(Array.from({ length: 12 }, () => signIn(wrong)))
    expect(statusesOf(first).filter((status) => status === 401)).to.have.length(5)
    const refused = await signIn(person)
    expectRefusal(refused, 'too_many_requests')
    const waits: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const { headers } = await signIn(wrong)
      waits.push(Number(headers['retry-after']))
      shiftMs += (waits.at(-1) ?? 0) * SECOND_MS
      expectRefusal(await signIn(wrong), 'invalid_credentials')
    }
    expect(waits).to.deep.equal([...waits].sort((a, b) => a - b))
    expect(waits[0]).to.be.within(29, 30)
    expect(waits.at(-1)).to.be.within(899, 900)
    shiftMs += 901 * SECOND_MS
    expect((await signIn(person)).status).to.equal(200)
  })

  it('stay available to a person who signed in from here before, if strangers guess elsewhere', async () => {
    const person = await aPerson(http)
    await signIn(person)
    const elsewhere = { requestId: undefined, clientAddress: '203.0.113.9' }
    const guess = { email: person.email, password: 'wrong, wrong, wrong' }
    for (let tries = 0; tries < 8; tries += 1) await http.postrider.signIn(guess, elsewhere)()
    const stranger = await http.postrider.signIn(guess, elsewhere)()
    expect(stranger).to.have.nested.property('left._tag', 'TooManyRequests')
    expect((await signIn(person)).status).to.equal(200)
  })

  it('lock a client after twenty failures across addresses', async () => {
    const client = { requestId: undefined, clientAddress: '2001:db8:1:2::1' }
    const neighbour = { requestId: undefined, clientAddress: '2001:db8:1:2:ffff::1' }
    const guess = (at: number, origin: typeof client) =>
      http.postrider.signIn({ email: `nobody${at}@example.com`, password: 'wrong' }, origin)()
    const tags: unknown[] = []
    for (let at = 0; at < 21; at += 1) {
      const answer = await guess(at, client)
      tags.push(answer._tag === 'Left' ? answer.left._tag : 'Right')
    }
    expect(tags).to.deep.equal([...times(20, 'InvalidCredentials'), 'TooManyRequests'])
    const other = await guess(22, neighbour)
    expect(other, 'the same network').to.have.nested.property('left._tag', 'TooManyRequests')
  })

  describe('when they are refreshed', () => {
    it('get new tokens, and the old access token works until it expires', async () => {
      const signedIn = await signIn(await aPerson(http))
      const refreshed = await refresh(signedIn)
      expect(refreshed.status).to.equal(200)
      expect(valueIn(refreshed, 'refreshToken')).not.to.equal(valueIn(signedIn, 'refreshToken'))
      expect(statusesOf([await whoIsThere(signedIn), await whoIsThere(refreshed)])).to.deep.equal([200, 200])
      shiftMs = 901 * SECOND_MS
      expectRefusal(await whoIsThere(signedIn), 'unauthenticated')
    })

    it('get the same response again within ten seconds: concurrent refreshes have one successor', async () => {
      const signedIn = await signIn(await aPerson(http))
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(signedIn)))
      shiftMs = 9 * SECOND_MS
      answers.push(await refresh(signedIn))
      expect(new Set(statusesOf(answers))).to.deep.equal(new Set([200]))
      for (const name of ['accessToken', 'refreshToken', 'expiresAt'])
        expect(new Set(answers.map((answer) => valueIn(answer, name))).size, name).to.equal(1)
    })

    it('end completely if a token is reused later, and notify the owner', async () => {
      const person = await aPerson(http)
      const signedIn = await signIn(person)
      const refreshed = await refresh(signedIn)
      shiftMs = 11 * SECOND_MS
      expectRefusal(await refresh(signedIn), 'unauthenticated')
      expectRefusal(await whoIsThere(refreshed), 'unauthenticated')
      expectRefusal(await refresh(refreshed), 'unauthenticated')
      const mails = (await http.readMail()).filter(({ to }) => to === person.email)
      expect(mails).to.have.length(1)
    })

    it('end completely if the successor was already used, at any time', async () => {
      const signedIn = await signIn(await aPerson(http))
      const second = await refresh(signedIn)
      const third = await refresh(second)
      expectRefusal(await refresh(signedIn), 'unauthenticated')
      expectRefusal(await whoIsThere(third), 'unauthenticated')
    })

    it('end after a day without a refresh, and always after thirty days', async () => {
      const idle = await signIn(await aPerson(http))
      shiftMs = DAY_MS
      expectRefusal(await refresh(idle), 'unauthenticated')
      let active = await signIn(await aPerson(http))
      for (let hours = 0; hours < 29 * 24 + 12; hours += 12) {
        shiftMs += 12 * HOUR_MS
        active = await refresh(active)
        expect(active.status).to.equal(200)
      }
      shiftMs += 12 * HOUR_MS
      expectRefusal(await refresh(active), 'unauthenticated')
    })

    it('reject invalid refresh tokens with the same response', async () => {
      const signedIn = await signIn(await aPerson(http))
      const access = await postJson(http, '/v1/sessions/refresh', {
        refreshToken: valueIn(signedIn, 'accessToken'),
      })
      expectRefusal(access, 'unauthenticated')
      const unknown = http.ports.sessionTokens.derive(
        'refresh',
        http.ports.ids.next('ses'),
        1,
        undefined,
      ).token
      expectRefusal(
        await postJson(http, '/v1/sessions/refresh', { refreshToken: unknown }),
        'unauthenticated',
      )
      expectRefusal(
        await postJson(http, '/v1/sessions/refresh', { refreshToken: 'short' }),
        'invalid_request',
        [['body', '/refreshToken', 'too_short']],
      )
    })
  })

  it('end with the next request in every process if the user is disabled', async () => {
    const person = await aPerson(http)
    const signedIn = await signIn(person)
    const other = createPostrider(http.ports)
    const bearer = String(valueIn(signedIn, 'accessToken'))
    const seen = await right(other.authenticatePerson(bearer))
    await right(http.postrider.disableUserByCommand({ ...BY_TEST, email: person.email }))
    const origin = { requestId: undefined, clientAddress: undefined }
    const ran = await other.runOperation(seen, 'getCustomerContext', {}, origin)()
    expect(ran).to.have.nested.property('left._tag', 'Unauthenticated')
    expectRefusal(await refresh(signedIn), 'unauthenticated')
    await right(http.postrider.enableUserByCommand({ ...BY_TEST, email: person.email }))
    expectRefusal(await whoIsThere(signedIn), 'unauthenticated')
    expect((await signIn(person)).status).to.equal(200)
  })

  it('are limited to ten: the oldest one ends', async () => {
    const person = await aPerson(http)
    const all: Reply[] = []
    for (let count = 0; count < 11; count += 1) all.push(await signIn(person))
    shiftMs = 2 * SECOND_MS
    const answers = await Promise.all(all.map(whoIsThere))
    expect(statusesOf(answers)).to.deep.equal([401, ...times(10, 200)])
  })

  describe('end at sign-out', () => {
    const signOut = (reply: Reply, query = ''): Promise<Reply> =>
      http.call('DELETE', `/v1/sessions${query}`, {
        headers: { Authorization: `Bearer ${String(valueIn(reply, 'accessToken'))}` },
      })
    const actsOn = async (target: unknown) => {
      const events = await right(http.storage.audit.chain(undefined, 0, 10_000))
      return events.filter((event) => event.target === target).map(({ action, actor }) => [action, actor.id])
    }

    it('for the requesting token and its refresh token, with the next request in every process', async () => {
      const person = await aPerson(http)
      const [leaves, stays] = [await signIn(person), await signIn(person)]
      const { port } = await http.openHost({})
      const { call } = await import('./http-client.js')
      const elsewhere = (reply: Reply): Promise<Reply> =>
        call(port, 'POST', '/v1/control/getCustomerContext', {
          headers: {
            Authorization: `Bearer ${String(valueIn(reply, 'accessToken'))}`,
            'Content-Type': 'application/json',
          },
          body: '{}',
        })
      expect((await elsewhere(leaves)).status).to.equal(200)
      const gone = await signOut(leaves)
      expect([gone.status, gone.body]).to.deep.equal([204, ''])
      for (const reply of [
        await whoIsThere(leaves),
        await elsewhere(leaves),
        await refresh(leaves),
        await signOut(leaves),
      ])
        expectRefusal(reply, 'unauthenticated')
      expect(
        statusesOf([await whoIsThere(stays), await elsewhere(stays), await refresh(stays)]),
      ).to.deep.equal(times(3, 200))
    })

    it("all of the user's, if requested, and no others", async () => {
      const [person, other] = [await aPerson(http), await aPerson(http)]
      const mine = [await signIn(person), await signIn(person)] as const
      const others = await signIn(other)
      expect((await signOut(mine[0], '?all=true')).status).to.equal(204)
      for (const reply of mine) expectRefusal(await whoIsThere(reply), 'unauthenticated')
      expect((await whoIsThere(others)).status).to.equal(200)
      expect(await actsOn(person.userId)).to.deep.include(['session.end_all', person.userId])
    })

    it('only if requested', async () => {
      const signedIn = await signIn(await aPerson(http))
      expectRefusal(await signOut(signedIn, '?all=yes'), 'invalid_request', [
        ['query', '/all', 'not_allowed'],
      ])
      expectRefusal(await signOut(signedIn, '?user=me'), 'invalid_request', [['query', '/user', 'unknown']])
      expect((await whoIsThere(signedIn)).status).to.equal(200)
      expect((await signOut(signedIn, '?all=false')).status).to.equal(204)
    })
  })
})
