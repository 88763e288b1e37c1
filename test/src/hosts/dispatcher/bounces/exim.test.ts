import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { createDispatcherHost, type DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { compose, type Composition } from '@postrider/wiring/compose'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import {
  type MailExchanger,
  type MailServer,
  startAiosmtpd,
  startExim,
} from '../../../servers/mail-servers.js'
import { logLines, someSettings } from '../../wiring/some-settings.js'
import { aSendingApp, mailsThrough } from '../a-sending-app.js'

describe('Emails through Exim to a Python mail server', () => {
  let exchanger: MailExchanger
  let exim: MailServer
  let composition: Composition
  let dispatcher: DispatcherHost
  let app: Awaited<ReturnType<typeof aSendingApp>>
  const log = logLines()

  before(async () => {
    exchanger = await startAiosmtpd()
    composition = await compose(await someSettings(), { log })
    await right(composition.ports.storage.health.migrate())
    const { postrider, ports, metrics } = composition
    dispatcher = createDispatcherHost({ postrider, ports, log: composition.log, gauges: metrics })
    expect(E.isRight(await dispatcher.start())).to.equal(true)
    const bounces = await dispatcher.listenForBounces('127.0.0.1', 0)
    exim = await startExim({ exchanger: exchanger.port, bounces })
    const settings = { host: '127.0.0.1', port: exim.port, tls: 'none', bounceDomain: 'bounces.example.com' }
    app = await aSendingApp(composition, mailsThrough(settings))
  })
  after(async () => {
    await dispatcher.stop()
    await composition.close()
    await exim.stop()
    await exchanger.stop()
  })

  const sendTo = async (to: string) => {
    const { messageId } = await app.send(`key-${to}`, to)
    return { messageId, is: async (state: string) => (await app.stateOf(messageId)) === state }
  }

  const suppressions = async () => {
    const { organizationId } = app
    const query = { organizationId, recipient: undefined, before: undefined, limit: 10 }
    return (await right(composition.ports.storage.administration.suppressions(query))).value
  }

  it('arrive with their return address, and stay SUBMITTED', async () => {
    const { messageId, is } = await sendTo('zoe@example.com')
    await eventually('it arrived', async () => (await exchanger.mails()).length === 1)
    const [mail] = await exchanger.mails()
    expect(mail?.from).to.match(new RegExp(`^b\\+${messageId}\\.[0-9a-f]{24}@bounces\\.example\\.com$`))
    expect(mail?.to).to.deep.equal(['zoe@example.com'])
    // The email may arrive before the first server's response is stored.
    await eventually('it is submitted', () => is('SUBMITTED'))
  })

  it("are UNDELIVERED after a bounce, with the last server's reason", async () => {
    const table: ReadonlyArray<readonly [string, string]> = [
      ['5.2.2-full@example.com', 'recipient_unreachable'],
      ['5.7.1-boss@example.com', 'provider_rejected'],
      ['5.7.133-group@example.com', 'recipient_blocked'],
    ]
    for (const [to, failureCode] of table) {
      const { messageId, is } = await sendTo(to)
      await eventually(`${to} came back`, () => is('UNDELIVERED'))
      const [{ message } = {}] = await right(composition.ports.storage.evidence.messages(undefined, 50)).then(
        (all) => all.filter((one) => one.message.messageId === messageId),
      )
      expect(message?.failureCode, to).to.equal(failureCode)
    }
    expect(await suppressions()).to.deep.equal([])
  })

  it('to an unknown recipient suppress further emails there', async () => {
    const to = '5.1.1-nobody@example.com'
    const { messageId, is } = await sendTo(to)
    await eventually('it came back', () => is('UNDELIVERED'))
    const [suppression] = await suppressions()
    expect(suppression).to.include({ source: 'bounce', scope: 'all' })
    expect(suppression?.reason).to.include(messageId)
    expect(await app.refusalOf('key-again', to)).to.equal('DestinationNotAllowed')
    expect(await app.refusalOf('key-other', 'another@example.com')).to.equal(undefined)
  })

  it('leave no message content in reports and logs', async () => {
    const receipts = (await right(composition.ports.storage.evidence.messages(undefined, 50))).flatMap(
      (one) => one.receipts,
    )
    expect(receipts.length).to.be.greaterThan(2)
    const seen = JSON.stringify([receipts.map(({ raw }) => raw), log.lines])
    expect(seen).not.to.match(/Hello|is refused|5\.1\.1-nobody@/)
  })
})
