import { expect } from 'chai'
import fc from 'fast-check'
import type { MailReport } from '@postrider/core/providers/domain/receipts/mail-report'
import {
  reportTextsOf,
  type ReturnedMail,
  returnedMailOf,
} from '@postrider/dispatcher/bounces/read-returned-mail'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aComplaint, aNotification, aReport, type NotificationFields } from './returned-mails.js'

const messageId = fresh.id('msg')

const readReturnedMail = async (bytes: Uint8Array): Promise<ReturnedMail | undefined> =>
  returnedMailOf(await reportTextsOf(bytes))

const reportsIn = async (mail: string): Promise<readonly MailReport[]> =>
  (await readReturnedMail(Buffer.from(mail)))?.reportsOn(messageId) ?? []

const only = async (notification: NotificationFields): Promise<MailReport> => {
  const [report, ...others] = await reportsIn(aNotification(notification))
  if (report === undefined || others.length > 0) throw new Error('that is not one report')
  return report
}

describe('A bounce', () => {
  it("reports the message's outcome, and the reason from the server's status", async () => {
    const table: ReadonlyArray<readonly [string, string, string, string?]> = [
      ['failed', '5.1.1', 'undelivered', 'recipient_invalid'],
      ['failed', '5.1.10', 'undelivered', 'recipient_invalid'],
      ['failed', '5.1.8', 'undelivered', 'provider_rejected'],
      ['failed', '5.2.2', 'undelivered', 'recipient_unreachable'],
      ['failed', '5.2.3', 'undelivered', 'provider_rejected'],
      ['failed', '5.4.4', 'undelivered', 'recipient_unreachable'],
      ['failed', '4.4.7', 'undelivered', 'recipient_unreachable'],
      ['failed', '5.7.1', 'undelivered', 'provider_rejected'],
      ['failed', '5.7.133', 'undelivered', 'recipient_blocked'],
      ['FAILED (for good)', '5.0.0 (undefined)', 'undelivered', 'recipient_invalid'],
      ['failed', 'no', 'undelivered', 'recipient_invalid'],
      ['failed', '4.0.0', 'undelivered', 'recipient_unreachable'],
      ['failed', '5.6.0', 'undelivered', 'provider_rejected'],
      ['delayed', '4.4.1', 'accepted'],
      ['relayed', '2.0.0', 'accepted'],
      ['expanded', '2.0.0', 'accepted'],
      ['delivered', '2.0.0', 'delivered'],
    ]
    for (const [action, status, expected, failureCode] of table)
      expect(await only({ action, status }), `${action} ${status}`).to.include({
        status: expected,
        failureCode,
        providerTimeMs: Date.UTC(2026, 10, 23, 7),
      })
  })

  it("suppresses its recipient only if the mailbox doesn't exist", async () => {
    for (const status of ['5.1.1', '5.0.0'])
      expect(await only({ status }), status).to.have.property('suppresses', 'bounce')
    for (const notification of [{ status: '5.1.10' }, { status: '5.2.2' }, { action: 'delayed' }])
      expect(await only(notification)).not.to.have.property('suppresses')
  })

  it('keeps codes and hosts, but no text of the email or a server', async () => {
    const { raw } = await only({})
    expect(JSON.parse(raw)).to.deep.equal({
      action: 'failed',
      status: '5.1.1',
      reply: '550',
      reportedBy: 'mx.example',
      remote: 'mx2.example',
      lastAttempt: Date.UTC(2026, 10, 23, 7),
    })
    expect((await reportsIn(aComplaint())).map((one) => one.raw).join()).not.to.match(/493817|zoe/)
  })

  it('is the same report if repeated, and another one for another message or status', async () => {
    const keys = await Promise.all(
      [{}, {}, { status: '5.2.2' }, { action: 'delayed' }].map(
        async (notification) => (await only(notification)).eventKey,
      ),
    )
    expect(new Set(keys).size).to.equal(3)
    const other = (await readReturnedMail(Buffer.from(aNotification())))?.reportsOn(fresh.id('msg'))
    expect(keys).not.to.include(other?.[0]?.eventKey)
  })

  it("reports nothing about messages that it doesn't name, regardless of its address", async () => {
    expect(await reportsIn(aNotification({ envelopeId: fresh.id('msg') }))).to.deep.equal([])
    expect(await reportsIn(aNotification({ envelopeId: messageId }))).to.have.length(1)
    expect(await reportsIn(aNotification({ envelopeId: 'QQ314159' }))).to.have.length(1)
  })

  it('is a complaint by its feedback type, and reports nothing about delivery', async () => {
    const [complaint] = await reportsIn(aComplaint('abuse'))
    expect(complaint).to.include({ status: 'accepted', failureCode: undefined, suppresses: 'complaint' })
    for (const type of ['not-spam', 'auth-failure', 'virus', 'other', ''])
      expect(await reportsIn(aComplaint(type)), type).to.deep.equal([])
    const named = await readReturnedMail(Buffer.from(aComplaint('Fraud', 'b+x@bounces.example.com')))
    expect(named?.mailFrom).to.equal('b+x@bounces.example.com')
  })

  it('is ignored if it is an auto-reply, encloses a report, or only claims to be one', async () => {
    const enclosed = aReport('delivery-status', [['message/rfc822', aNotification()]])
    const claims = aReport('delivery-status', [['message/delivery-status', 'Reporting-MTA: dns; mx.example']])
    for (const mail of ['', 'Subject: Out of office\r\n\r\nI am away.', enclosed, claims])
      expect(await reportsIn(mail)).to.deep.equal([])
  })

  it('never throws, for any input', async () => {
    const bytes = Buffer.from(aNotification())
    const spoilt = fc
      .tuple(fc.nat(bytes.length), fc.nat(64), fc.uint8Array({ maxLength: 32 }))
      .map(([at, gone, instead]) =>
        Buffer.concat([bytes.subarray(0, at), instead, bytes.subarray(at + gone)]),
      )
    const nested = fc
      .nat(40)
      .map((depth) =>
        Buffer.from(
          Array.from(
            { length: depth },
            (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
          ).join(''),
        ),
      )
    const anything = fc.oneof(fc.uint8Array({ maxLength: 2_000 }), spoilt, nested)
    await fc.assert(
      fc.asyncProperty(anything, async (mail) => {
        const read = await readReturnedMail(mail)
        for (const { eventKey, status } of read?.reportsOn(messageId) ?? []) {
          expect(eventKey).to.match(/^[0-9a-f]{64}$/)
          expect(status).to.be.oneOf(['accepted', 'delivered', 'undelivered'])
        }
      }),
      { numRuns: 400 },
    )
  })
})
