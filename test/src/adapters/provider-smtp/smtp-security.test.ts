import { once } from 'node:events'
import { expect } from 'chai'
import { SMTPServer } from 'smtp-server'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { anEmail } from '@postrider/conformance/provider'
import { freePort } from '../../servers/free-port.js'
import { parts, openSmtp } from './open-smtp.js'
import { TEST_CERTIFICATE_PEM, TEST_KEY_PEM } from './test-certificate.js'

interface Seen {
  readonly secure: boolean
  readonly user: string
}

/** A real mail server with TLS that requires a login, and its data about each email. */
const startServer = async (secure: boolean) => {
  const seen: Seen[] = []
  const server = new SMTPServer({
    secure,
    key: TEST_KEY_PEM,
    cert: TEST_CERTIFICATE_PEM,
    disableReverseLookup: true,
    onAuth: (auth, _session, answer) => {
      if (auth.username === 'shop' && auth.password === 'hunter2') answer(null, { user: auth.username })
      else answer(new Error('no'))
    },
    onData: (stream, session, answer) => {
      stream.resume()
      stream.on('end', () => {
        seen.push({ secure: session.secure, user: String(session.user) })
        answer()
      })
    },
  })
  server.on('error', () => undefined)
  const port = await freePort()
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  return { port, seen, close }
}

const SECRETS = { user: 'shop', password: 'hunter2' }

describe("A connection to a mail server is secured by the account's setting", () => {
  for (const tls of ['starttls', 'implicit']) {
    it(`${tls}: with a trusted certificate, and the login after it`, async () => {
      const server = await startServer(tls === 'implicit')
      const provider = openSmtp(server.port, { tls, caPem: TEST_CERTIFICATE_PEM }, SECRETS)
      expect(await provider.submit(anEmail('zoe@example.com'), 3_000)).to.have.property('_tag', 'Accepted')
      expect(server.seen).to.deep.equal([{ secure: true, user: 'shop' }])
      await provider.close()
      await server.close()
    })

    it(`${tls}: not with an untrusted certificate`, async () => {
      const server = await startServer(tls === 'implicit')
      const provider = openSmtp(server.port, { tls }, SECRETS)
      expect(await provider.submit(anEmail('zoe@example.com'), 3_000)).to.have.property(
        '_tag',
        'NotAttempted',
      )
      expect(server.seen).to.deep.equal([])
      await provider.close()
      await server.close()
    })
  }

  it("isn't used when the login is refused, and the password isn't repeated", async () => {
    const server = await startServer(true)
    const settings = { tls: 'implicit', caPem: TEST_CERTIFICATE_PEM }
    const provider = openSmtp(server.port, settings, { user: 'shop', password: 'hunter3' })
    const outcome = await provider.submit(anEmail('zoe@example.com'), 3_000)
    expect(outcome).to.have.property('_tag', 'NotAttempted')
    expect(JSON.stringify(outcome)).to.contain('535').and.not.contain('hunter3')
    await provider.close()
    await server.close()
  })
})

describe('An account at a mail server', () => {
  const opening =
    (settings: Record<string, string | number | boolean>, secrets = {}) =>
    () =>
      smtpOpener(parts).open(aProviderAccount({ kind: 'smtp', settings }), secrets, async () => undefined)

  it("isn't opened with invalid settings, and names them", () => {
    const good = { host: 'mail.example', port: 587, tls: 'starttls' }
    expect(opening(good)).not.to.throw()
    expect(opening({ port: 587, tls: 'none' })).to.throw('host: This field is required')
    expect(opening({ ...good, host: 'mail.example/x' })).to.throw('host')
    expect(opening({ ...good, port: '587' })).to.throw('port')
    expect(opening({ ...good, port: 70_000 })).to.throw('port')
    expect(opening({ ...good, tls: 'maybe' })).to.throw('tls')
    expect(opening({ ...good, tls: true })).to.throw('tls')
    expect(opening({ ...good, maxConnections: 0 })).to.throw('maxConnections')
    expect(opening({ ...good, allowSelfSigned: true })).to.throw('allowSelfSigned')
    expect(opening(good, { user: 'shop' })).to.throw('user and password')
    expect(opening(good, { password: 'hunter2' })).to.throw('user and password')
    expect(opening(good, { ...SECRETS, token: 'hunter3' })).to.throw('user, password')
    expect(opening(good, { ...SECRETS, token: 'hunter3' })).to.not.throw('hunter')
  })
})
