import { expect } from 'chai'
import type { Mailer } from '@postrider/core/identity/ports/mailer'
import { noMailer } from '@postrider/mail-smtp/no-mailer'
import { eventually } from '@postrider/conformance/eventually'
import { freePort } from '../../servers/free-port.js'
import { startScriptedSmtpServer, type ScriptedSmtpServer } from '../provider-smtp/scripted-smtp-server.js'
import { aMail } from './a-mail.js'
import { openMailer } from './open-mailer.js'
import { takeMail } from './take-mail.js'

const REFUSED = ['rcpt-550-5.1.1', 'rcpt-550', 'rcpt-554-5.7.1', 'data-554-5.6.0', 'content-552-5.3.4']

const LATER = ['rcpt-450-4.2.0', 'rcpt-421', 'rcpt-drop', 'rcpt-hang', 'rcpt-530-5.7.0', 'rcpt-what', 'data-451-4.3.0',
  'data-drop', 'content-451-4.3.0', 'content-drop', 'content-hang', 'content-what', 'content-354'] // prettier-ignore

describe('The reply of a mail server to an email of the service', () => {
  let server: ScriptedSmtpServer
  let mailer: Mailer
  beforeEach(async () => {
    server = await startScriptedSmtpServer()
    mailer = openMailer(server.port, {}, { sendLimitMs: 600, closeLimitMs: 100 })
  })
  afterEach(async () => {
    await mailer.close()
    await server.close()
  })
  const send = (local: string) => mailer.send(aMail({ to: `${local}@example.com` }))

  for (const local of REFUSED) {
    it(`${local} is a permanent refusal, and the next email is sent`, async () => {
      expect(await send(local)).to.have.property('outcome', 'refused')
      expect(await send('joe')).to.deep.equal({ outcome: 'sent' })
    })
  }
  for (const local of LATER) {
    it(`${local} delays the email, and the next email is sent`, async () => {
      expect(await send(local)).to.have.property('outcome', 'later')
      expect(await send('joe')).to.deep.equal({ outcome: 'sent' })
    })
  }

  it('is reported only with its codes, because its text may contain an address', async () => {
    const { cause } = await send('rcpt-550-5.1.1')
    expect(cause).to.equal('the mail server refused or failed at RCPT TO: 550 5.1.1')
    const invalid = await mailer.send(aMail({ to: 'zoe@' }))
    expect(invalid).to.deep.equal({ outcome: 'refused', cause: 'the recipient is not an email address' })
  })

  it('uses at most two connections, which are kept', async () => {
    await Promise.all(Array.from({ length: 10 }, () => send('joe')))
    expect(server.mails).to.have.length(10)
    expect(server.connections()).to.be.within(1, 2)
  })

  it('uses a new connection if the server had ended the old one', async () => {
    await send('joe')
    server.endConnections()
    expect(await send('joe')).to.deep.equal({ outcome: 'sent' })
    server.endConnections()
    await eventually('it has ended', () => server.open() === 0)
    expect(await send('joe')).to.deep.equal({ outcome: 'sent' })
    expect(server.mails).to.have.length(3)
  })
})

describe("A mail server that can't be used delays the email", () => {
  it('when the port is closed, or the name is unknown', async () => {
    const down = openMailer(await freePort())
    expect(await down.send(aMail())).to.deep.equal({
      outcome: 'later',
      cause: 'the mail server refused or failed at CONN: ECONNREFUSED',
    })
    await down.close()
    const unknown = openMailer(25, { host: 'mail.invalid' })
    expect(await unknown.send(aMail())).to.have.property('outcome', 'later')
    await unknown.close()
  })

  for (const greeting of ['554 5.7.1 go away', '421 later', 'drop', 'hang', 'nonsense']) {
    it(`when it greets with: ${greeting}`, async () => {
      const server = await startScriptedSmtpServer({ greeting })
      const mailer = openMailer(server.port, {}, { sendLimitMs: 600 })
      expect(await mailer.send(aMail())).to.have.property('outcome', 'later')
      await mailer.close()
      await server.close()
    })
  }

  it('until it is available again', async () => {
    const port = await freePort()
    const mailer = openMailer(port)
    const before = await takeMail({}, port)
    expect(await mailer.send(aMail())).to.deep.equal({ outcome: 'sent' })
    await before.close()
    expect(await mailer.send(aMail())).to.have.property('outcome', 'later')
    const after = await takeMail({}, port)
    expect(await mailer.send(aMail())).to.deep.equal({ outcome: 'sent' })
    await mailer.close()
    await after.close()
  })

  it('and accepts the second attempt if it uses greylisting', async () => {
    const seen = new Set<string>()
    const server = await takeMail({
      onRcptTo: ({ address }, _session, answer) => {
        if (seen.has(address)) return answer()
        seen.add(address)
        answer(Object.assign(new Error('4.2.0 greylisted, come again'), { responseCode: 450 }))
      },
    })
    const mailer = openMailer(server.port)
    expect(await mailer.send(aMail())).to.have.property('outcome', 'later')
    expect(await mailer.send(aMail())).to.deep.equal({ outcome: 'sent' })
    expect(server.mails).to.have.length(1)
    await mailer.close()
    await server.close()
  })
})

describe('Closing a mailer', () => {
  it('delays later emails', async () => {
    const server = await takeMail()
    const mailer = openMailer(server.port)
    await mailer.close()
    expect(await mailer.send(aMail())).to.have.property('outcome', 'later')
    expect(server.mails).to.deep.equal([])
    await server.close()
  })

  it('waits for an email in progress', async () => {
    let isUnderWay = false
    const server = await takeMail({
      onRcptTo: (_address, _session, answer) => {
        isUnderWay = true
        setTimeout(answer, 200)
      },
    })
    const mailer = openMailer(server.port)
    const sending = mailer.send(aMail())
    await eventually('it is under way', () => isUnderWay)
    await mailer.close()
    expect(server.mails).to.have.length(1)
    expect(await sending).to.deep.equal({ outcome: 'sent' })
    await server.close()
  })

  it('waits only for a moment', async () => {
    const server = await startScriptedSmtpServer()
    const mailer = openMailer(server.port, {}, { closeLimitMs: 100 })
    const stuck = [1, 2, 3].map(() => mailer.send(aMail({ to: 'content-hang@example.com' })))
    await eventually('both connections are taken', () => server.connections() === 2)
    await mailer.close()
    const outcomes = (await Promise.all(stuck)).map(({ outcome }) => outcome)
    expect(outcomes).to.deep.equal(['later', 'later', 'later'])
    await eventually('nothing is left open', () => server.open() === 0)
    await server.close()
  })
})

describe('Without a mail server', () => {
  it('every email is delayed, and a check reports why', async () => {
    const mailer = noMailer()
    expect(mailer.isConfigured).to.equal(false)
    const cause = 'no mail server is configured'
    expect(await mailer.send(aMail())).to.deep.equal({ outcome: 'later', cause })
    expect(await mailer.check()).to.equal(cause)
    await mailer.close()
  })
})
