import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { ask, type ConsoleFixture, openConsoleFixture } from './console-fixture.js'

const TOKEN = /^operator=(\w+); Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/

describe('Signing in at the console', () => {
  let console: ConsoleFixture
  before(async () => {
    console = await openConsoleFixture()
  })
  after(() => console.close())

  const claim = (changes: Readonly<Record<string, string>> = {}) =>
    console.ask('/sign-in', {
      headers: console.own,
      form: { ...console.admin, code: '000000', next: '/messages', ...changes },
    })

  it('takes address, password and code, sets a strict cookie, and redirects to the requested page', async () => {
    const answer = await claim({ code: console.nextCode(), next: '/messages/msg_1?state=failed' })
    expect(answer.status).to.equal(303)
    expect(answer.headers['location']).to.equal('/messages/msg_1?state=failed')
    expect(answer.cookie).to.match(TOKEN)
    const cookie = answer.cookie?.split(';')[0] ?? ''
    expect((await console.ask('/', { headers: { cookie } })).status).to.equal(200)
    const again = await console.ask('/sign-in?next=/prices', { headers: { cookie } })
    expect([again.status, again.headers['location']]).to.deep.equal([303, '/prices'])
  })

  it('ends the previous session', async () => {
    const { cookie } = await console.signIn()
    const form = { ...console.admin, code: console.nextCode() }
    const again = await console.ask('/sign-in', { headers: { ...console.own, cookie }, form })
    expect(again.status).to.equal(303)
    const after = await console.ask('/', { headers: { cookie } })
    expect([after.status, after.headers['location']]).to.deep.equal([303, '/sign-in'])
    const newer = again.cookie?.split(';')[0] ?? ''
    expect((await console.ask('/', { headers: { cookie: newer } })).status).to.equal(200)
  })

  it('accepts only forms of its own pages', async () => {
    const form = { ...console.admin, code: '000000' }
    const { origin, port } = console
    const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://127.0.0.1:${port + 1}` },
      { origin: `https://127.0.0.1:${port}` },
      { origin, 'sec-fetch-site': 'cross-site' },
      { origin, 'sec-fetch-site': 'same-site' },
    ]
    for (const path of ['/sign-in', '/sign-out', '/ticket', '/enrolment'])
      for (const headers of foreign) {
        const answer = await console.ask(path, { headers, form })
        expect(answer.status, `${path} ${JSON.stringify(headers)}`).to.equal(403)
        expect(answer.cookie).to.equal(undefined)
      }
  })

  it('redirects only within the console', async () => {
    const { cookie } = await console.signIn()
    const elsewhere = ['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example', '']
    for (const to of elsewhere) {
      const { headers } = await console.ask(`/sign-in?next=${encodeURIComponent(to)}`, {
        headers: { cookie },
      })
      expect(headers['location'], to).to.equal('/')
    }
  })

  it("rejects oversized forms, other methods, and bodies that aren't forms", async () => {
    const { own } = console
    const long = await console.ask('/sign-in', { headers: own, form: { email: 'x'.repeat(70_000) } })
    expect(long.status).to.equal(413)
    const json = { headers: { ...own, 'content-type': 'application/json' }, body: '{}' }
    expect((await console.ask('/sign-in', json)).status).to.equal(415)
    const put = await console.ask('/sign-in', { method: 'PUT' })
    expect([put.status, put.headers['allow']]).to.deep.equal([405, 'GET, HEAD, POST'])
  })

  it('binds its cookie to the host over TLS', async () => {
    const consoleUrl = 'https://console.example.com'
    const port = await console.openConsole({ consoleUrl })
    const headers = { origin: consoleUrl, 'sec-fetch-site': 'same-origin' }
    const form = { ...console.admin, code: console.nextCode() }
    const { status, cookie = '' } = await ask(port, '/sign-in', { headers, form })
    expect(status).to.equal(303)
    expect(cookie).to.match(
      /^__Host-operator=\w+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const bare = (cookie.split(';')[0] ?? '').replace('__Host-', '')
    expect((await ask(port, '/', { headers: { cookie: bare } })).status).to.equal(303)
    expect((await ask(port, '/', { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).to.equal(200)
  })

  it('ends with a sign-out, or when the session ends elsewhere', async () => {
    const { cookie } = await console.signIn()
    const headers = { ...console.own, cookie }
    expect((await console.ask('/ticket', { method: 'POST', headers })).status).to.equal(200)
    const left = await console.ask('/sign-out', { method: 'POST', headers })
    expect([left.status, left.headers['location']]).to.deep.equal([303, '/sign-in'])
    expect(left.cookie).to.match(/^operator=; Max-Age=0; /)
    expect(left.headers['clear-site-data']).to.equal('"cache", "storage"')
    const after = await console.ask('/messages?state=failed', { headers: { cookie } })
    expect(after.headers['location']).to.equal('/sign-in?next=%2Fmessages%3Fstate%3Dfailed')
    expect(after.cookie).to.match(/^operator=; Max-Age=0; /)
    const ticket = await console.ask('/ticket', { method: 'POST', headers })
    expect([ticket.status, (JSON.parse(ticket.text) as { code: string }).code]).to.deep.equal([
      401,
      'unauthenticated',
    ])
    const twice = await console.ask('/sign-out', { method: 'POST', headers })
    expect(twice.status).to.equal(303)
  })

  it('issues tickets that work once, for this origin', async () => {
    const { cookie } = await console.signIn()
    const headers = { ...console.own, cookie }
    const { status, text } = await console.ask('/ticket', { method: 'POST', headers })
    expect(status).to.equal(200)
    const { ticket } = JSON.parse(text) as { readonly ticket: string }
    const { operatorSessions } = console.at.postrider
    const foreign = await operatorSessions.redeem(ticket, 'https://evil.example')()
    expect(foreign).to.have.nested.property('left._tag', 'Unauthenticated')
    const { facts } = await right(operatorSessions.redeem(ticket, console.origin))
    expect(facts.user.email).to.equal(console.admin.email)
    const again = await operatorSessions.redeem(ticket, console.origin)()
    expect(again).to.have.nested.property('left._tag', 'Unauthenticated')
  })

  it('rejects duplicate cookies, and logs no token', async () => {
    const { cookie } = await console.signIn()
    const both = `${cookie}; operator=another`
    expect((await console.ask('/', { headers: { cookie: both } })).status).to.equal(303)
    const token = cookie.slice('operator='.length)
    const lines = JSON.stringify(console.at.lines)
    expect(lines).to.not.include(token).and.not.include(console.admin.password)
  })

  it('gives the same response for every error, and keeps the typed address', async () => {
    const { email } = console.admin
    const wrong = [
      await claim(),
      await claim({ password: 'something else entirely' }),
      await claim({ code: '' }),
      await claim({ password: '', code: '' }),
      await claim({ code: 'x'.repeat(400) }),
    ]
    for (const { status, cookie, text, headers } of wrong) {
      expect([status, cookie, text]).to.deep.equal([401, undefined, wrong[0]?.text])
      expect(headers['cache-control']).to.equal('no-store')
    }
    expect(wrong[0]?.text).to.include(`value="${email}"`).and.not.include('something else')
    const stranger = await claim({ email: 'nobody@example.com' })
    expect(stranger.text).to.equal(wrong[0]?.text.replace(email, 'nobody@example.com'))
  })

  it('delays after too many failures, even with the right code', async () => {
    const email = 'mina@example.com'
    let status = 401
    for (let tries = 0; status === 401 && tries < 20; tries += 1) ({ status } = await claim({ email }))
    expect(status).to.equal(429)
    const { headers, text } = await claim({ email })
    expect(Number(headers['retry-after'])).to.be.greaterThan(0)
    expect(text).to.include('Too many attempts')
  })
})
