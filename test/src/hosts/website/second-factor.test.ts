import { expect } from 'chai'
import { anInstallation, type Installation } from '../set-up/an-installation.js'
import { createWebsiteHost } from '@postrider/website/website-host'
import type { Listener } from '@postrider/web-server/listener'
import { right } from '@postrider/conformance/outcome'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { freePort } from '../../servers/free-port.js'

const EMAIL = 'mina@example.org'
const PASSWORD = 'seven green lanterns'
const BY = { actor: { kind: 'operator', id: 'olu' }, reason: 'To try it.' } as const
const STEP_MS = 30_000

describe('The second factor on the website, in a browser without script', () => {
  let at: Installation
  let host: Listener
  let origin: string
  /** The website's clock, which is stopped so that no code expires on a slow machine. */
  let nowMs = Math.floor(Date.now() / STEP_MS) * STEP_MS
  before(async () => {
    at = await anInstallation({}, { clock: () => ({ nowMs: () => nowMs }) })
    await at.setUp()
    const { ports, postrider, log, metrics } = at.composition
    await right(postrider.createUser({ ...BY, email: EMAIL, displayName: 'Mina', password: PASSWORD }))
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    host = createWebsiteHost({
      ...ports,
      feed: ports.storage.feed,
      postrider,
      websiteUrl: origin,
      signUp: 'invited',
      log,
      requestMetrics: metrics,
    })
    await host.listen('127.0.0.1', port)
  })
  after(async () => {
    await host.close()
    await at.close()
  })

  const visit = async (path: string, cookie: string, fields?: Readonly<Record<string, string>>) => {
    const sent = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }
    const response = await fetch(origin + path, { redirect: 'manual', headers: { origin, cookie }, ...sent })
    const html = await response.text()
    const kept = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
    return {
      status: response.status,
      html,
      location: response.headers.get('location'),
      cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
      kept: Object.fromEntries(
        kept.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
      ),
    }
  }
  const signIn = (fields: Readonly<Record<string, string>> = {}) =>
    visit('/sign-in', '', { email: EMAIL, password: PASSWORD, next: '/me', ...fields })

  it('is turned on, asked for in a second step, and removed', async () => {
    const { cookie } = await signIn()
    const off = await visit('/second-factor', cookie)
    expect([off.status, off.html.includes('<svg class="qr"')]).to.deep.equal([200, true])
    const secret = off.kept['totpSecret'] ?? ''
    const codeNow = (): string => totpCodeOf(secret, nowMs / STEP_MS)
    const proof = { ...off.kept, password: PASSWORD, code: codeNow() }
    const wrong = await visit('/second-factor', cookie, { ...proof, code: '000000' })
    expect([wrong.status, wrong.kept]).to.deep.equal([401, off.kept])
    const on = await visit('/second-factor', cookie, proof)
    const codes = [...on.html.matchAll(/<li>([^<]+)<\/li>/g)].map(([, code = '']) => code)
    expect([on.status, codes.length]).to.deep.equal([200, 10])

    nowMs += STEP_MS
    const codePage = await signIn()
    expect([codePage.status, codePage.cookie, codePage.html.includes('name="code"')]).to.deep.equal([
      200,
      '',
      true,
    ])
    const refused = await visit('/sign-in', '', { ...codePage.kept, code: '000000' })
    expect([refused.status, refused.kept]).to.deep.equal([401, codePage.kept])
    const entered = await visit('/sign-in', '', { ...codePage.kept, code: codeNow() })
    expect([entered.status, entered.location]).to.deep.equal([303, '/me'])

    const shown = await visit('/second-factor', entered.cookie)
    expect(shown.html).to.include('10 recovery')
    const renewed = await visit('/second-factor/codes', entered.cookie, { code: codes[0] ?? '' })
    expect(renewed.html).to.include('<ul class="codes">')
    const [, fresh = ''] = /<li>([^<]+)<\/li>/.exec(renewed.html) ?? []
    const removed = await visit('/second-factor/remove', entered.cookie, { password: PASSWORD, code: fresh })
    expect(removed.status).to.equal(200)
    expect((await signIn()).status).to.equal(303)
  })

  it('is only shown to signed-in users', async () => {
    for (const path of ['/second-factor', '/second-factor/codes', '/second-factor/remove']) {
      const { status, location } = await visit(path, '')
      expect([status, location]).to.deep.equal([303, `/sign-in?next=${encodeURIComponent(path)}`])
      expect((await visit(path, '', { code: '000000' })).status).to.equal(303)
    }
  })
})
