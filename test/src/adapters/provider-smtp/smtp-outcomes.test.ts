import { expect } from 'chai'
import type { Provider } from '@postrider/core/providers/ports/provider'
import { freePort } from '../../servers/free-port.js'
import { anEmail, anSms } from '@postrider/conformance/provider'
import { startFaultProxy } from '../../servers/fault-proxy.js'
import { eventually } from '@postrider/conformance/eventually'
import { openSmtp } from './open-smtp.js'
import { startScriptedSmtpServer, type ScriptedSmtpServer } from './scripted-smtp-server.js'

const FOR_GOOD: Readonly<Record<string, string>> = {
  'rcpt-550-5.1.1': 'recipient_invalid',
  'rcpt-550': 'recipient_invalid',
  'rcpt-553-5.1.3': 'recipient_invalid',
  'rcpt-552-5.2.2': 'recipient_unreachable',
  'rcpt-550-5.2.1': 'recipient_unreachable',
  'rcpt-550-5.4.4': 'recipient_unreachable',
  'rcpt-550-5.7.133': 'recipient_blocked',
  'rcpt-550-5.7.1-only-accepts-mail-from-members': 'recipient_blocked',
  'rcpt-554': 'provider_rejected',
  'data-554-5.6.0': 'provider_rejected',
  'content-554-5.7.1': 'provider_rejected',
  'content-550-5.1.1': 'recipient_invalid',
  'content-552-5.2.2': 'recipient_unreachable',
  'content-552': 'provider_rejected',
}

const FOR_NOW = ['rcpt-450-4.2.1', 'rcpt-hang', 'data-451-4.3.0', 'data-hang', 'content-451-4.3.0',
  'content-421-4.7.0'] // prettier-ignore

/**
 * The connection was lost, or the server shuts down or needs another login: no response about the message.
 */
const NOT_SENT = ['rcpt-421', 'rcpt-drop', 'rcpt-530-5.7.0', 'data-drop']

const UNKNOWN = ['content-drop', 'content-hang', 'content-what', 'content-354']

const NOTHING_KNOWN = {
  status: 'connecting',
  sinceMs: 0,
  detail: undefined,
  sessions: 0,
  callsInFlight: 0,
} as const

describe('The reply of a mail server', () => {
  let server: ScriptedSmtpServer
  let provider: Provider
  beforeEach(async () => {
    server = await startScriptedSmtpServer()
    provider = openSmtp(server.port)
  })
  afterEach(async () => {
    await provider.close()
    await server.close()
  })
  const send = (local: string) => provider.submit(anEmail(`${local}@example.com`), 400)

  for (const [local, failureCode] of Object.entries(FOR_GOOD)) {
    it(`${local} is a permanent refusal: ${failureCode}`, async () => {
      const outcome = await send(local)
      expect(outcome).to.include({ _tag: 'PermanentFailure', failureCode })
      const isUnknown = local === 'rcpt-550-5.1.1'
      expect('suppresses' in outcome ? outcome.suppresses : undefined).to.equal(
        isUnknown ? 'bounce' : undefined,
      )
      expect(await send('joe')).to.have.property('_tag', 'Accepted')
    })
  }
  for (const local of FOR_NOW) {
    it(`${local} is a temporary refusal`, async () => {
      expect(await send(local)).to.have.property('_tag', 'TransientFailure')
      expect(await send('joe')).to.have.property('_tag', 'Accepted')
    })
  }
  for (const local of NOT_SENT) {
    it(`${local} means that nothing was sent, for a reason outside the message`, async () => {
      expect(await send(local)).to.have.property('_tag', 'NotAttempted')
      expect(await send('joe')).to.have.property('_tag', 'Accepted')
    })
  }
  for (const local of UNKNOWN) {
    it(`${local} leaves the outcome unknown`, async () => {
      expect(await send(local)).to.have.property('_tag', 'OutcomeUnknown')
      expect(await send('joe')).to.have.property('_tag', 'Accepted')
    })
  }

  it('about the sender is a permanent or temporary refusal, or missing', async () => {
    const from = (local: string) =>
      provider.submit(
        anEmail('joe@example.com', { sender: { channel: 'email', from: `mail-${local}@shop.example` } }),
        400,
      )
    expect(await from('550-5.7.1')).to.have.property('_tag', 'RejectedByRoute')
    expect(await from('553-5.1.8')).to.have.property('_tag', 'RejectedByRoute')
    expect(await from('451-4.7.1')).to.have.property('_tag', 'TransientFailure')
    expect(await from('530-5.7.0')).to.have.property('_tag', 'NotAttempted')
    expect(await from('drop')).to.have.property('_tag', 'NotAttempted')
    expect(await from('hang')).to.have.property('_tag', 'TransientFailure')
    expect(server.mails).to.deep.equal([])
  })

  const ABOUT_US = ['rcpt-550-5.7.1', 'rcpt-554-5.7.1-blocked-using-zen.spamhaus.org', 'rcpt-550-5.7.26',
    'rcpt-550-Unable-to-relay', 'content-550-5.7.26', 'content-554-5.7.1-listed-at-dnsbl.example'] // prettier-ignore
  for (const local of ABOUT_US)
    it(`${local} is a refusal of this account, and not of the recipient`, async () => {
      expect(await send(local)).to.have.property('_tag', 'RejectedByRoute')
      expect(await send('joe')).to.have.property('_tag', 'Accepted')
    })

  it('to an accepted email has its queue id', async () => {
    expect(await send('joe')).to.deep.equal({ _tag: 'Accepted', providerMessageIds: ['Q1X'] })
  })

  it('is in the reason with its code, but without other numbers', async () => {
    const outcome = await send('rcpt-550-5.1.1-no-mailbox-4711-here')
    expect(outcome).to.have.deep.property('reason', { code: '550 5.1.1', text: 'no mailbox … here scripted' })
    expect('detail' in outcome ? outcome.detail : '')
      .to.contain('550 5.1.1')
      .and.not.contain('scripted')
  })
})

describe("A mail server that can't be used sends nothing, and costs no attempt", () => {
  const trySend = async (port: number, settings = {}, secrets = {}) => {
    const provider = openSmtp(port, settings, secrets)
    const outcome = await provider.submit(anEmail('joe@example.com'), 600)
    await provider.close()
    return outcome
  }

  it('when the port is closed, or the name is unknown', async () => {
    expect(await trySend(await freePort())).to.have.property('_tag', 'NotAttempted')
    const unknown = await trySend(25, { host: 'mail.invalid' })
    expect(unknown).to.have.property('_tag', 'NotAttempted')
  })

  for (const greeting of ['554 5.7.1 go away', '421 later', 'drop', 'hang', 'nonsense']) {
    it(`when it greets with: ${greeting}`, async () => {
      const server = await startScriptedSmtpServer({ greeting })
      expect(await trySend(server.port)).to.have.property('_tag', 'NotAttempted')
      await server.close()
      expect(server.mails).to.deep.equal([])
    })
  }

  it("when it doesn't offer the TLS or the login that the account needs", async () => {
    const server = await startScriptedSmtpServer()
    for (const tls of ['starttls', 'implicit']) {
      expect(await trySend(server.port, { tls })).to.have.property('_tag', 'NotAttempted')
    }
    const login = await trySend(server.port, {}, { user: 'joe', password: 'hunter2' })
    expect(login).to.have.property('_tag', 'NotAttempted')
    expect(server.mails).to.deep.equal([])
    await server.close()
  })

  it('and differs from one that refuses the account, also if nothing is to be sent', async () => {
    const wrong = { user: 'joe', password: 'hunter2' }
    const server = await startScriptedSmtpServer()
    const tryConnect = async (port: number, secrets = {}, timeoutMs = 2_000) => {
      const provider = openSmtp(port, {}, secrets)
      const outcome = await provider.connect?.(timeoutMs)
      const sessions = provider.health?.(NOTHING_KNOWN).sessions
      await provider.close()
      return { outcome, sessions }
    }
    expect(await tryConnect(server.port)).to.deep.equal({ outcome: undefined, sessions: 1 })
    const refused = await tryConnect(server.port, wrong)
    expect(refused.outcome).to.include({ _tag: 'NotAttempted', isRefused: true })
    expect(refused.sessions).to.equal(0)
    expect(JSON.stringify(refused)).not.to.include('hunter2')
    const away = await tryConnect(await freePort())
    expect(away.outcome).to.include({ _tag: 'NotAttempted' }).and.not.have.property('isRefused')
    expect(await trySend(server.port, {}, wrong)).to.include({ _tag: 'NotAttempted', isRefused: true })
    await server.close()
    const silent = await startScriptedSmtpServer({ greeting: 'hang' })
    const late = await tryConnect(silent.port, {}, 100)
    expect(late.outcome).to.have.property('detail', 'no session with the mail server could be opened in time')
    await silent.close()
    expect([...server.mails, ...silent.mails]).to.deep.equal([])
  })

  it("and reports its number of concurrent calls, if it is lower than the account's limit", () => {
    expect(openSmtp(25, { maxConnections: 3 }).concurrency).to.equal(3)
  })

  it('when it stops responding before the content, also when every connection is in use', async () => {
    const server = await startScriptedSmtpServer()
    const provider = openSmtp(server.port, { maxConnections: 1 })
    let isStuck = true
    const stuck = provider.submit(anEmail('content-hang@example.com'), 2_000).finally(() => (isStuck = false))
    const behind = await provider.submit(anEmail('joe@example.com'), 200)
    expect(behind).to.have.property('_tag', 'NotAttempted')
    expect(isStuck).to.equal(true)
    expect(await stuck).to.have.property('_tag', 'OutcomeUnknown')
    await provider.close()
    expect(server.mails).to.deep.equal([])
    await server.close()
  })

  it('when the network fails before the content, and nothing is sent when the network is back', async () => {
    const server = await startScriptedSmtpServer()
    const proxy = await startFaultProxy(`smtp://127.0.0.1:${server.port}`)
    const provider = openSmtp(proxy.port)
    expect(await provider.submit(anEmail('joe@example.com'), 5_000)).to.have.property('_tag', 'Accepted')
    proxy.blackhole()
    expect(await provider.submit(anEmail('joe@example.com'), 300)).to.have.property(
      '_tag',
      'TransientFailure',
    )
    await proxy.heal()
    await provider.close()
    await eventually('nothing is left open', () => server.open() === 0)
    expect(server.mails).to.have.length(1)
    await proxy.stop()
    await server.close()
  })
})

describe('Connections to a mail server', () => {
  let server: ScriptedSmtpServer
  beforeEach(async () => {
    server = await startScriptedSmtpServer()
  })
  afterEach(() => server.close())

  it('are reused, and never exceed the limit', async () => {
    const provider = openSmtp(server.port, { maxConnections: 3 })
    const emails = Array.from({ length: 30 }, () => anEmail('joe@example.com'))
    await Promise.all(emails.map((email) => provider.submit(email, 5_000)))
    expect(server.mails).to.have.length(30)
    expect(server.connections()).to.be.within(1, 3)
    await provider.close()
    await eventually('all are closed', () => server.open() === 0)
  })

  it('survive a refused email, and are replaced when the server has ended them meanwhile', async () => {
    const provider = openSmtp(server.port, { maxConnections: 1 })
    await provider.submit(anEmail('rcpt-550-5.1.1@example.com'), 5_000)
    await provider.submit(anEmail('joe@example.com'), 5_000)
    expect(server.connections()).to.equal(1)
    server.endConnections()
    expect(await provider.submit(anEmail('joe@example.com'), 5_000)).to.have.property('_tag', 'Accepted')
    expect(server.mails).to.have.length(2)
    await provider.close()
  })

  it('are closed when they are lost during an email', async () => {
    const provider = openSmtp(server.port, { maxConnections: 1 })
    await provider.submit(anEmail('content-hang@example.com'), 200)
    await eventually('it is closed', () => server.open() === 0)
    await provider.close()
  })
})

describe("A submission that isn't an email", () => {
  it('is permanently refused without calling the server', async () => {
    const provider = openSmtp(await freePort())
    expect(await provider.submit(anSms('+447400120000'), 500)).to.include({ _tag: 'PermanentFailure' })
    const addresses = ['', 'joe', 'a@b@c', 'joe@example.com\r\nRCPT TO:<x@y.z>', 'Joe <joe@example.com>',
      'joe@example.com, x@y.z', 'joe@exa mple.com', '<joe@example.com>', `${'x'.repeat(320)}@example.com`] // prettier-ignore
    for (const to of addresses) {
      const outcome = await provider.submit(anEmail(to), 500)
      expect(outcome, to).to.include({ _tag: 'PermanentFailure', failureCode: 'recipient_invalid' })
    }
    await provider.close()
  })
})
