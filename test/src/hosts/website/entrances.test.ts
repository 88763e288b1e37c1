import { expect } from 'chai'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { Mail } from '@postrider/core/identity/ports/mailer'
import { anInvitation } from '@postrider/conformance/builders/an-invitation'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { createWebsiteHost } from '@postrider/website/website-host'
import type { Listener } from '@postrider/web-server/listener'
import { overheardMail } from '../../builders/overheard-mail.js'
import { freePort } from '../../servers/free-port.js'
import { anInstallation, type Installation } from '../set-up/an-installation.js'

const PASSWORD = 'seven green lanterns'
const HINT = { sentence: 'The mail is in the file inbox.jsonl.', command: 'tail -n 1 inbox.jsonl' }

/** A page as a browser receives it. */
interface Visited {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

describe('The entrances of the website', () => {
  const mails: Mail[] = []
  let at: Installation
  let made: FirstSetUp
  let host: Listener
  let origin: string
  before(async () => {
    const mailer = () => overheardMail(mails)
    at = await anInstallation({ POSTRIDER_SIGN_UP: 'open' }, { mailer })
    made = await at.setUp()
    const { ports, postrider, log, metrics } = at.composition
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    host = createWebsiteHost({
      ...ports,
      feed: ports.storage.feed,
      postrider,
      websiteUrl: origin,
      signUp: 'open',
      mailHint: HINT,
      log,
      requestMetrics: metrics,
    })
    await host.listen('127.0.0.1', port)
  })
  after(async () => {
    await host.close()
    await at.close()
  })

  const read = async (path: string, sent: RequestInit = {}): Promise<Visited> => {
    const response = await fetch(origin + path, { redirect: 'manual', ...sent })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const send = (path: string, fields: Readonly<Record<string, string>>): Promise<Visited> =>
    read(path, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) })
  /** The path and the token of the link in the last email. */
  const linkMailed = async (): Promise<readonly [path: string, token: string]> => {
    await right(at.postrider.sendMails())
    const text = mails.splice(0).at(-1)?.text ?? ''
    const [, path = '', token = ''] = /(\/[a-z-]+\?token=(prlt_\w+))/.exec(text) ?? []
    expect(path, text).to.not.equal('')
    return [path, token]
  }

  it('let a person sign up after a scanner has opened the link, and sign them in', async () => {
    expect((await read('/sign-up')).html).to.include('Send link')
    const wrong = await send('/sign-up', { email: 'mina' })
    expect([wrong.status, wrong.html.includes('value="mina"')]).to.deep.equal([400, true])
    const requested = await send('/sign-up', { email: 'mina@example.org' })
    expect([
      requested.status,
      requested.html.includes(HINT.sentence),
      requested.html.includes(HINT.command),
    ]).to.deep.equal([200, true, true])
    const [path, token] = await linkMailed()
    await read(path, { method: 'HEAD' })
    for (let look = 0; look < 3; look += 1) expect((await read(path)).status).to.equal(200)
    const name = '😀'.repeat(200)
    const long = await send('/sign-up', { token, displayName: name, password: PASSWORD })
    expect([long.status, long.html.includes(name), long.html.includes(PASSWORD)]).to.deep.equal([
      400,
      true,
      false,
    ])
    const done = await send('/sign-up', { token, displayName: 'Mina Rao', password: PASSWORD })
    expect([done.status, done.headers.get('location')]).to.deep.equal([303, '/'])
    const [cookie = ''] = (done.headers.get('set-cookie') ?? '').split(';')
    const found = await right(at.postrider.personSessions.find(cookie.replace('person=', '')))
    expect(found.facts.user).to.include({ email: 'mina@example.org', displayName: 'Mina Rao' })
    const dead = [await read(path), await send('/sign-up', { token, displayName: 'M', password: PASSWORD })]
    expect(dead.map(({ status }) => status)).to.deep.equal([404, 404])
    expect((await read('/sign-up?token=x')).html).to.equal(dead[0]?.html)
  })

  it('respond identically for every address', async () => {
    for (const path of ['/sign-up', '/recover']) {
      const [known, unknown] = [
        await send(path, { email: 'mina@example.org' }),
        await send(path, { email: 'nobody@example.org' }),
      ]
      expect(known.html.replaceAll('mina@', 'nobody@')).to.equal(unknown.html)
      expect([known.status, unknown.status]).to.deep.equal([200, 200])
      expect([...known.headers.keys()]).to.deep.equal([...unknown.headers.keys()])
    }
    await right(at.postrider.sendMails())
    expect(mails.splice(0).map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['mina@example.org', 'You already have an account at Postrider'],
      ['nobody@example.org', 'Create your Postrider account'],
      ['mina@example.org', 'Reset your Postrider password'],
    ])
  })

  it('let an invited person join once and in time, after a scanner has opened the link', async () => {
    const { ports } = at.composition
    const { organizationId } = made
    const invited = async (email: string, expiresAtMs: number): Promise<string> => {
      const { token, verifier } = ports.sessionTokens.create('link')
      const invitation = anInvitation({ organizationId, email, verifier, expiresAtMs })
      await exclusively(ports, (unit) => unit.invitations.add(invitation))
      return token
    }
    const inTimeMs = ports.clock.nowMs() + 60_000
    const token = await invited('ravi@example.org', inTimeMs)
    const path = `/invitation?token=${token}`
    await read(path, { method: 'HEAD' })
    for (let look = 0; look < 3; look += 1) expect((await read(path)).status).to.equal(200)
    const long = await send('/invitation', { token, displayName: '😀'.repeat(200), password: PASSWORD })
    expect([long.status, long.html.includes('😀'.repeat(200))]).to.deep.equal([400, true])
    const form = { token, displayName: 'Ravi Shah', password: PASSWORD }
    expect((await send('/invitation', form)).headers.get('location')).to.equal('/')
    const late = await invited('late@example.org', ports.clock.nowMs() - 1)
    const dead = [await read(path), await send('/invitation', form), await read(`/invitation?token=${late}`)]
    expect(dead.map(({ status }) => status)).to.deep.equal([404, 404, 404])
    expect(dead[2]?.html).to.equal(dead[0]?.html)
  })

  it('reject foreign and oversized forms, and are linked from the sign-in', async () => {
    const foreign = await read('/sign-up', {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ email: 'mina@example.org' }),
    })
    expect(foreign.status).to.equal(403)
    for (const path of ['/sign-up', '/recover', '/invitation', '/sign-in'])
      expect((await send(path, { token: 'x'.repeat(8 * 1024) })).status, path).to.equal(413)
    expect((await read('/invitation')).status).to.equal(404)
    expect((await read('/sign-in')).html)
      .to.include('href="/sign-up"')
      .and.to.include('href="/recover"')
  })
})
