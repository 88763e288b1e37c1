import { expect } from 'chai'
import { DAY_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { aPassword, aPerson, control, type Person, postJson, signInAs } from './people.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal } from './refusals.js'
import { openWebsiteBeside, type WebsiteBeside } from '../website/website-beside.js'
import type { Visited } from './visit.js'

const LINK = /http:\/\/127\.0\.0\.1:8082(\/recover\?token=prlt_[0-9A-Za-z]{49})/

describe('Password recovery', () => {
  let http: HttpFixture
  let website: WebsiteBeside
  before(async () => {
    http = await openHttpFixture()
    website = await openWebsiteBeside(http)
  })
  after(async () => {
    await website.close()
    await http.close()
  })

  // Each test is a separate client.
  let host = 1
  beforeEach(() => {
    host += 1
  })
  const recover = (email: string): Promise<Reply> =>
    http.call('POST', '/v1/password-recovery', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
      from: `127.0.0.${host}`,
    })

  /** The path of the link in the email to the address. */
  const linkFor = async (email: string): Promise<string | undefined> => {
    const mail = (await http.readMail()).filter(({ to }) => to === email).at(-1)
    return mail === undefined ? undefined : LINK.exec(mail.text)?.[1]
  }

  const requestedLink = async (person: Person): Promise<string> => {
    await recover(person.email)
    return (await linkFor(person.email)) ?? expect.fail('no link came')
  }

  const reset = (path: string, password: string, again = password): Promise<Visited> =>
    website.sendForm('/recover', {
      token: path.split('token=')[1] ?? '',
      password,
      passwordAgain: again,
    })

  it('responds identically for known and unknown addresses, and emails only known ones', async () => {
    const person = await aPerson(http)
    const [known, unknown] = [await recover(person.email), await recover('nobody@example.com')]
    expect([known.status, unknown.status]).to.deep.equal([202, 202])
    expect(Object.keys(known.body ?? {})).to.deep.equal(Object.keys(unknown.body ?? {}))
    expect(Object.keys(known.headers)).to.deep.equal(Object.keys(unknown.headers))
    const mails = await http.readMail()
    expect(mails.map(({ to }) => to)).to.deep.equal([person.email])
    expectRefusal(await recover('no address'), 'invalid_request', [['body', '/email', 'format']])
  })

  it("sets a new password with a link that works once, ends all sessions, and doesn't sign in", async () => {
    const person = await aPerson(http)
    const accessToken = await signInAs(http, person)
    const path = await requestedLink(person)
    const shown = await website.visit(path)
    expect(shown.status).to.equal(200)
    expect(shown.headers.get('content-security-policy')).to.contain("form-action 'self'")
    expect(shown.headers.get('referrer-policy')).to.equal('same-origin')
    expect(shown.headers.get('cache-control')).to.equal('no-store')
    const password = aPassword()
    const done = await reset(path, password)
    expect(done.status).to.equal(200)
    expect(done.headers.get('set-cookie')).to.match(/^person=; Max-Age=0/)
    expectRefusal(await control(http, accessToken, 'getCustomerContext'), 'unauthenticated')
    expect((await postJson(http, '/v1/sessions', { email: person.email, password })).status).to.equal(200)
    const old = await postJson(http, '/v1/sessions', { email: person.email, password: person.password })
    expectRefusal(old, 'invalid_credentials')
    expect([(await reset(path, aPassword())).status, (await website.visit(path)).status]).to.deep.equal([
      404, 404,
    ])
    const mails = (await http.readMail()).filter(({ to }) => to === person.email)
    expect(mails.map(({ subject }) => subject)).to.deep.equal(['Your Postrider password was changed'])
  })

  it("keeps a link valid if the password isn't allowed", async () => {
    const person = await aPerson(http)
    const path = await requestedLink(person)
    const name = person.email.split('@')[0] ?? ''
    for (const bad of ['too short', `${name}1`, '123456789012', 'x'.repeat(257)])
      expect((await reset(path, bad)).status, bad).to.equal(400)
    expect((await reset(path, aPassword(), aPassword())).status).to.equal(400)
    expect((await reset(path, aPassword())).status).to.equal(200)
  })

  it('accepts only the newest link it made, for half an hour', async () => {
    const person = await aPerson(http)
    const first = await requestedLink(person)
    const second = await requestedLink(person)
    expect((await website.visit(first)).status).to.equal(404)
    expect((await website.visit(second)).status).to.equal(200)
    const later = createPostrider({
      ...http.ports,
      clock: { nowMs: () => http.ports.clock.nowMs() + 30 * MINUTE_MS },
    })
    const token = second.split('token=')[1] ?? ''
    const late = await later.resetPassword(token, aPassword(), {
      requestId: undefined,
      clientAddress: '::1',
    })()
    expect(late).to.have.nested.property('left._tag', 'NotFound')
    const foreign = http.ports.sessionTokens.create('link').token
    for (const dead of [
      `/recover?token=${foreign}`,
      '/recover?token=x',
      '/recover?token=',
      '/recover?token=a&token=b',
      '/recover?token=%zz',
    ])
      expect((await website.visit(dead)).status, dead).to.equal(404)
  })

  it('emails at most three times an hour, without saying so', async () => {
    const person = await aPerson(http)
    for (let count = 0; count < 5; count += 1) expect((await recover(person.email)).status).to.equal(202)
    const mails = (await http.readMail()).filter(({ to }) => to === person.email)
    expect(mails).to.have.length(3)
  })

  it('works for a person whom strangers have locked out', async () => {
    const person = await aPerson(http)
    const stranger = { requestId: undefined, clientAddress: '198.51.100.7' }
    const guess = { email: person.email, password: 'wrong, wrong, wrong' }
    for (let tries = 0; tries < 6; tries += 1) await http.postrider.signIn(guess, stranger)()
    const right1 = await postJson(http, '/v1/sessions', { email: person.email, password: person.password })
    expectRefusal(right1, 'too_many_requests')
    const password = aPassword()
    expect((await reset(await requestedLink(person), password)).status).to.equal(200)
    // A block is cached for a second.
    const signIn = () => postJson(http, '/v1/sessions', { email: person.email, password })
    await eventually('they are let in', async () => (await signIn()).status === 200)
  })

  it('stores no token and no address in plain text', async () => {
    const person = await aPerson(http)
    await recover(person.email)
    const { readFileSync } = await import('node:fs')
    const before = Buffer.concat(http.databaseFiles().map((file) => readFileSync(file)))
    expect(before.includes(person.email), 'the user has it').to.equal(true)
    const unknown = 'somebody.nobody.knows@example.com'
    await recover(unknown)
    const path = (await linkFor(person.email)) ?? ''
    const after = Buffer.concat(http.databaseFiles().map((file) => readFileSync(file)))
    expect(after.includes(unknown)).to.equal(false)
    expect(path).not.to.equal('')
    expect(after.includes(path.split('token=')[1] ?? 'none')).to.equal(false)
  })

  it('deletes expired requests', async () => {
    const person = await aPerson(http)
    await requestedLink(person)
    const later = createPostrider({
      ...http.ports,
      clock: { nowMs: () => http.ports.clock.nowMs() + 3 * DAY_MS },
    })
    expect(await right(later.purgePeople(1_000))).to.be.greaterThan(0)
    expect(await right(later.purgePeople(1_000))).to.equal(0)
  })
})
