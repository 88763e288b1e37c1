import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { asyncApiText } from '@postrider/contracts/asyncapi/document-text'
import { operatorOperationsText } from '@postrider/contracts/capabilities/operator-operations'
import { SCREEN_NAMES } from '@postrider/console/shell/screens'
import { PAGE_STYLE } from '@postrider/web-server/pages/page-style'
import { getting, openRaw } from '../http/raw-connection.js'
import { eventually } from '@postrider/conformance/eventually'
import { builtDocument } from '../../contracts/built-document.js'
import { ask, BUILT, type ConsoleFixture, type ConsoleReply, openConsoleFixture } from './console-fixture.js'

const STYLE = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`

const SHELL_POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self' ${STYLE}; connect-src 'self'; img-src 'self' data:; ` +
  "font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

const FORM_POLICY = `default-src 'none'; style-src ${STYLE}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'"

describe('The pages of the console', () => {
  let console: ConsoleFixture
  let cookie: string
  before(async () => {
    console = await openConsoleFixture()
    ;({ cookie } = await console.signIn())
  })
  after(() => console.close())

  const get = (path: string, headers: Readonly<Record<string, string>> = { cookie }): Promise<ConsoleReply> =>
    console.ask(path, { headers })

  it('are one page at the address of every screen and every record', async () => {
    const { text } = await get('/')
    expect(text)
      .to.include(`<script type="module" src="/assets/${BUILT.files['console.js']}"></script>`)
      .and.include(`<link rel="stylesheet" href="/assets/${BUILT.files['style.css']}">`)
      .and.include(`<link rel="modulepreload" href="/assets/${BUILT.files['part.js']}">`)
    for (const screen of SCREEN_NAMES)
      for (const path of [
        `/${screen}`,
        `/${screen}?state=failed`,
        `/${screen}/id_1`,
        `/${screen}/id_1/part`,
      ]) {
        const answer = await get(path)
        expect([answer.status, answer.text], path).to.deep.equal([200, text])
      }
  })

  it('require a session; others sign in first and return', async () => {
    for (const headers of [{}, { cookie: 'operator=made-up' }, { cookie: '__Host-operator=x' }]) {
      const { status, headers: sent } = await get('/messages/msg_1', headers)
      expect([status, sent['location']]).to.deep.equal([303, '/sign-in?next=%2Fmessages%2Fmsg_1'])
    }
    expect((await get('/', {})).headers['location']).to.equal('/sign-in')
  })

  it('include the documents of the socket and of the operations, only with a session', async () => {
    const { vocabulary } = console.at.composition
    const documents = {
      '/asyncapi.json': asyncApiText(vocabulary),
      '/operator-operations.json': operatorOperationsText(vocabulary),
    }
    for (const [path, text] of Object.entries(documents)) {
      expect(builtDocument(path.slice(1)) === text, path).to.equal(true)
      const answer = await get(path)
      expect([answer.status, answer.headers['cache-control'], answer.text], path).to.deep.equal([
        200,
        'private, no-cache',
        text,
      ])
      for (const headers of [{}, { cookie: 'operator=made-up' }])
        expect((await get(path, headers)).status, path).to.equal(401)
    }
  })

  it('lead to the documentation at the address of the API, unless it is turned off', async () => {
    const port = await console.openConsole({ docsUrl: 'https://api.example.com/docs' })
    const headers = { cookie }
    expect((await ask(port, '/', { headers })).text).to.include(
      '<meta name="documentation" content="https://api.example.com/docs/console">',
    )
    for (const [path, to] of [
      ['/docs', 'https://api.example.com/docs'],
      ['/docs/alerts/PostriderDown', 'https://api.example.com/docs/alerts/PostriderDown'],
      ['/docs/..%2f..%2fx', 'https://api.example.com/docs/..%2f..%2fx'],
    ] as const) {
      const answer = await ask(port, path)
      expect([answer.status, answer.headers['location']], path).to.deep.equal([307, to])
    }
    expect((await get('/')).text).to.not.include('name="documentation"')
    expect((await get('/docs')).status).to.equal(404)
  })

  it('are reloaded from our origin after a link from another site', async () => {
    const { status, text } = await get('/prices', { 'sec-fetch-site': 'cross-site' })
    expect(status).to.equal(200)
    expect(text).to.include('<meta http-equiv="refresh" content="0; url=/prices">')
    const again = await get('/prices', { 'sec-fetch-site': 'same-origin' })
    expect(again.status).to.equal(303)
  })

  it('are served under the host name that their forms accept', async () => {
    const moved = await get('/audit?by=olu', { cookie, host: `localhost:${console.port}` })
    expect([moved.status, moved.headers['location']]).to.deep.equal([307, `${console.origin}/audit?by=olu`])
    expect((await get('/audit', { cookie, host: 'behind.a.proxy' })).status).to.equal(200)
  })

  it('respond with a not-found page, and list the allowed methods for others', async () => {
    for (const path of ['/nowhere', '/assets', '/messages/a/b/c', '/.env', '/v1/health', '/%00']) {
      const { status, text } = await get(path)
      expect([status, text.includes('Page not found')], path).to.deep.equal([404, true])
    }
    for (const [method, path, allow] of [
      ['POST', '/messages', 'GET, HEAD'],
      ['DELETE', '/', 'GET, HEAD'],
      ['GET', '/ticket', 'POST'],
      ['GET', '/sign-out', 'POST'],
      ['PUT', `/assets/${BUILT.files['console.js']}`, 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await console.ask(path, { method, headers: console.own })
      expect([status, headers['allow']], `${method} ${path}`).to.deep.equal([405, allow])
    }
  })

  it('send security headers with every response, and forbid caching of personal data', async () => {
    const answers: ReadonlyArray<readonly [ConsoleReply, string]> = [
      [await get('/'), SHELL_POLICY],
      [await get('/sign-in', {}), FORM_POLICY],
      [await get('/enrolment', {}), FORM_POLICY],
      [await get('/nowhere'), FORM_POLICY],
      [await console.ask('/', { method: 'DELETE' }), FORM_POLICY],
      [await console.ask('/sign-in', { headers: console.own, form: console.admin }), FORM_POLICY],
      [await console.ask('/sign-in', { form: console.admin }), FORM_POLICY],
      [await get('/', {}), NOTHING_POLICY],
      [await console.ask('/ticket', { method: 'POST', headers: { ...console.own, cookie } }), NOTHING_POLICY],
      [await console.ask('/ticket', { method: 'POST' }), NOTHING_POLICY],
    ]
    for (const [{ headers, status }, policy] of answers) {
      expect(headers['content-security-policy'], String(status)).to.equal(policy)
      expect(headers['cache-control']).to.equal('no-store')
      expect(headers['x-content-type-options']).to.equal('nosniff')
      expect(headers['x-request-id']).to.match(/^req_/)
      const isForm = policy !== NOTHING_POLICY
      expect(headers['referrer-policy']).to.equal(isForm ? 'same-origin' : 'no-referrer')
      expect(headers['strict-transport-security']).to.equal(undefined)
    }
  })

  it('are isolated from windows of other origins, and request no device', async () => {
    for (const path of ['/', '/sign-in']) {
      const { headers } = await get(path, path === '/' ? undefined : {})
      expect(headers['cross-origin-opener-policy'], path).to.equal('same-origin')
      expect(headers['permissions-policy'], path).to.contain('camera=()')
    }
  })

  it('send HSTS if the console is served over https', async () => {
    const port = await console.openConsole({ consoleUrl: 'https://console.example.com' })
    for (const one of ['/', '/sign-in', '/nowhere', `/assets/${BUILT.files['console.js']}`])
      expect((await ask(port, one)).headers['strict-transport-security'], one).to.equal(
        'max-age=63072000; includeSubDomains',
      )
  })

  it('allow requests to the attachment bucket', async () => {
    const port = await console.openConsole({ connectTo: ['https://s3.example.com'] })
    const { text, headers } = await ask(port, '/', { headers: { cookie } })
    expect(text).to.include('Postrider console')
    expect(headers['content-security-policy']).to.include("connect-src 'self' https://s3.example.com; ")
  })

  it('load files that are cached forever, compressed if the browser accepts it', async () => {
    const path = `/assets/${BUILT.files['console.js']}`
    const plain = await get(path, {})
    expect(plain.headers['content-type']).to.equal('text/javascript; charset=utf-8')
    expect(plain.headers['cache-control']).to.equal('public, max-age=31536000, immutable')
    expect(plain.headers['content-security-policy']).to.equal(NOTHING_POLICY)
    const packed = await fetch(`${console.origin}${path}`, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).to.equal('br')
    expect(await packed.text()).to.equal(plain.text)
    const tag = plain.headers['etag'] ?? ''
    expect((await get(path, { 'if-none-match': tag })).status).to.equal(304)
    for (const name of ['manifest.json', 'console-A1B2C3D4.js.br', '..%2Fmanifest.json', 'part-00000000.js'])
      expect((await get(`/assets/${name}`)).status, name).to.equal(404)
  })

  it('explain if no site was built', async () => {
    const port = await console.openConsole({ builtFolder: '/nowhere' })
    const { status, text } = await ask(port, '/', { headers: { cookie } })
    expect(status).to.equal(503)
    expect(text).to.include('npm run build')
  })

  it('are served while the host drains, and not afterwards', async () => {
    const own = await openConsoleFixture()
    const raw = openRaw(own.port)
    raw.socket.write(getting('/sign-in'))
    await eventually('an answer', async () => raw.text().includes('</html>'))
    await own.close()
    await eventually('the end', async () => raw.isClosed())
  })
})
