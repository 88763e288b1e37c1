import { expect } from 'chai'
import type { SMTPServerOptions } from 'smtp-server'
import type { MailServer } from '@postrider/mail-smtp/mail-server'
import { freePort } from '../../servers/free-port.js'
import { startScriptedSmtpServer } from '../provider-smtp/scripted-smtp-server.js'
import { TEST_CERTIFICATE_PEM } from '../provider-smtp/test-certificate.js'
import { aMail } from './a-mail.js'
import { openMailer } from './open-mailer.js'
import { takeMail } from './take-mail.js'

const WITH_LOGIN: SMTPServerOptions = {
  authOptional: false,
  onAuth: (auth, _session, answer) => {
    if (auth.username === 'post' && auth.password === 'hunter2') answer(null, { user: auth.username })
    else answer(new Error('no'))
  },
}

const LOGIN = { user: 'post', password: 'hunter2' }
const TRUST = { caPem: TEST_CERTIFICATE_PEM }

/** Sends an email, checks the server, and returns both results. */
const tryOn = async (port: number, server: Partial<MailServer>, limits = {}) => {
  const mailer = openMailer(port, server, { sendLimitMs: 3_000, ...limits })
  const { outcome, cause } = await mailer.send(aMail())
  const finding = await mailer.check()
  await mailer.close()
  return { outcome, cause, finding }
}

describe('The connection to the mail server of the service', () => {
  for (const tls of ['starttls', 'implicit'] as const) {
    it(`${tls}: is secured before the login, with a trusted certificate`, async () => {
      const server = await takeMail({ ...WITH_LOGIN, secure: tls === 'implicit' })
      const { outcome, finding } = await tryOn(server.port, { tls, login: LOGIN }, TRUST)
      expect([outcome, finding]).to.deep.equal(['sent', undefined])
      expect(server.mails[0]).to.include({ isSecure: true, user: 'post' })
      await server.close()
    })

    it(`${tls}: isn't used with an untrusted certificate`, async () => {
      const server = await takeMail({ ...WITH_LOGIN, secure: tls === 'implicit' })
      const { outcome, finding } = await tryOn(server.port, { tls, login: LOGIN })
      expect(outcome).to.equal('later')
      expect(finding).to.match(/^the mail server refused or failed at (CONN|STARTTLS): \w+$/)
      expect(server.mails).to.deep.equal([])
      await server.close()
    })

    it(`${tls}: isn't used if the server doesn't offer it`, async () => {
      const server = await takeMail({ disabledCommands: ['STARTTLS'] })
      expect((await tryOn(server.port, { tls })).outcome).to.equal('later')
      expect(server.mails).to.deep.equal([])
      await server.close()
    })
  }

  it('is in clear if the settings ask for that, even if the server offers TLS', async () => {
    const server = await takeMail({ ...WITH_LOGIN, allowInsecureAuth: true })
    expect((await tryOn(server.port, { tls: 'none', login: LOGIN })).outcome).to.equal('sent')
    expect(server.mails[0]).to.include({ isSecure: false, user: 'post' })
    await server.close()
  })

  it("isn't used when the login is refused, and the password isn't repeated", async () => {
    const server = await takeMail({ ...WITH_LOGIN, secure: true })
    const login = { user: 'post', password: 'hunter3' }
    const result = await tryOn(server.port, { tls: 'implicit', login }, TRUST)
    expect(result.outcome).to.equal('later')
    expect(result.finding).to.match(/at AUTH PLAIN: 535/)
    expect(JSON.stringify(result)).to.not.contain('hunter3').and.not.contain('post')
    expect(server.mails).to.deep.equal([])
    await server.close()
  })

  it("isn't used without the configured login if the server offers none", async () => {
    const server = await startScriptedSmtpServer()
    const { outcome, finding } = await tryOn(server.port, { login: LOGIN })
    expect(outcome).to.equal('later')
    expect(finding).to.match(/at AUTH/)
    expect(server.mails).to.deep.equal([])
    await server.close()
  })

  it("isn't used if the server needs a login and none is set", async () => {
    const server = await takeMail({ ...WITH_LOGIN, secure: true })
    expect((await tryOn(server.port, { tls: 'implicit' }, TRUST)).outcome).to.equal('later')
    expect(server.mails).to.deep.equal([])
    await server.close()
  })

  it('is checked without sending anything', async () => {
    const server = await takeMail()
    const mailer = openMailer(server.port)
    expect(await mailer.check()).to.equal(undefined)
    await mailer.close()
    expect(server.mails).to.deep.equal([])
    await server.close()
    const down = openMailer(await freePort())
    expect(await down.check()).to.equal('the mail server refused or failed at CONN: ECONNREFUSED')
    await down.close()
  })
})
