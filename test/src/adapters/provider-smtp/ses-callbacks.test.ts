import { expect } from 'chai'
import fc from 'fast-check'
import type { CallbackVerdict } from '@postrider/core/providers/ports/provider-callback'
import { sesCallbacks } from '@postrider/provider-smtp/notifications/ses-callbacks'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aNotification, AT_SNS, CERTIFICATE, type SnsFields, startSigning, TOPIC } from './sign-as-sns.js'
import { clock } from './open-smtp.js'

const account = aProviderAccount({ kind: 'smtp', settings: { topicArn: TOPIC } })
const messageId = fresh.id('msg')

/** An email of ours, as SES names it in every event. */
const mail = {
  messageId: '0100018f-1111-000000',
  source: 'orders@shop.example',
  headers: [{ name: 'Message-ID', value: `<${messageId}@shop.example>` }],
}

const aBounce = (changes: object = {}) => ({
  eventType: 'Bounce',
  mail,
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: 'zoe@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 code 493817' },
    ],
    timestamp: '2026-11-23T07:00:00.000Z',
    feedbackId: '0100018f-2222',
    ...changes,
  },
})

describe('A callback of Amazon SES through SNS', () => {
  let sns: Awaited<ReturnType<typeof startSigning>>
  let fetched: string[]
  let answers: ReadonlyMap<string, string>
  const reader = () =>
    sesCallbacks(clock, async ({ href }) => {
      fetched.push(href)
      return answers.get(href)
    })

  before(async () => {
    sns = await startSigning()
  })
  beforeEach(() => {
    fetched = []
    answers = new Map([[CERTIFICATE, sns.certificatePem]])
  })

  const signed = (fields: SnsFields, version?: string): SnsFields => sns.signed(fields, version)

  const read = (fields: SnsFields, by = reader()): Promise<CallbackVerdict> =>
    by.read(
      account,
      {},
      {
        method: 'POST',
        url: 'https://api.example.com/callbacks/x/y',
        headers: {},
        body: Buffer.from(JSON.stringify(fields)),
      },
    )

  const reportOf = async (event: unknown) => {
    const verdict = await read(signed(aNotification(event)))
    if (verdict._tag !== 'Read') throw new Error(`expected reports, got ${verdict._tag}`)
    return verdict.reports[0]
  }

  it("is accepted if SNS of the topic's region has signed it, in either way, and its certificate is fetched once", async () => {
    const by = reader()
    for (const version of ['1', '2']) {
      expect(await read(signed(aNotification(aBounce()), version), by)).to.have.property('_tag', 'Read')
      expect(
        await read(signed(aNotification(aBounce(), { Subject: 'Hello' }), version), by),
      ).to.have.property('_tag', 'Read')
    }
    expect(fetched).to.deep.equal([CERTIFICATE])
  })

  it('counts as forged with another byte, another topic, or a wrong or invalid certificate', async () => {
    const good = signed(aNotification(aBounce()))
    const forged = [
      { ...good, Message: `${good['Message']} ` },
      { ...good, Timestamp: '2026-11-23T07:00:02.000Z' },
      { ...good, Signature: 'AAAA' },
      { ...good, SignatureVersion: '2' },
      { ...good, SignatureVersion: '3' },
      { ...good, Subject: 'Hello' },
      signed(aNotification(aBounce(), { TopicArn: `${TOPIC}2` })),
      ...[
        'https://sns.eu-west-1.amazonaws.com.evil.example/x.pem',
        'https://sns.us-east-1.amazonaws.com/x.pem',
        'https://evil.example/sns.eu-west-1.amazonaws.com/x.pem',
        'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
        'https://u@sns.eu-west-1.amazonaws.com/x.pem',
        'http://sns.eu-west-1.amazonaws.com/x.pem',
        'file:///etc/passwd',
        '',
      ].map((SigningCertURL) => ({ ...good, SigningCertURL })),
    ]
    for (const fields of forged)
      expect(await read(fields), JSON.stringify(fields)).to.deep.equal({ _tag: 'Forged' })
    expect(new Set(fetched)).to.deep.equal(new Set([CERTIFICATE]))
    answers = new Map([[CERTIFICATE, '<html>']])
    expect(await read(good)).to.deep.equal({ _tag: 'Forged' })
    const none = aProviderAccount({ kind: 'smtp', settings: {} })
    const body = Buffer.from(JSON.stringify(good))
    expect(await reader().read(none, {}, { method: 'POST', url: '', headers: {}, body })).to.have.property(
      '_tag',
      'Forged',
    )
  })

  it("is requested again while the certificate can't be fetched", async () => {
    answers = new Map()
    expect(await read(signed(aNotification(aBounce())))).to.have.property('_tag', 'Undecided')
  })

  it('is confirmed on request, only at SNS', async () => {
    const confirm = `${AT_SNS}/?Action=ConfirmSubscription&Token=t`
    const question = (SubscribeURL: string) =>
      signed({
        ...aNotification('You have chosen to subscribe'),
        Type: 'SubscriptionConfirmation',
        Token: 't',
        SubscribeURL,
      })
    answers = new Map([...answers, [confirm, '<ok/>']])
    expect(await read(question(confirm))).to.include({ _tag: 'Read', ignored: 0 })
    expect(fetched).to.include(confirm)
    expect(await read(question('https://evil.example/'))).to.deep.equal({ _tag: 'Forged' })
    expect(fetched).not.to.include('https://evil.example/')
    expect(await read(question(`${AT_SNS}/other`))).to.have.property('_tag', 'Undecided')
  })

  it("has the message's delivery state", async () => {
    const table: ReadonlyArray<readonly [object, object]> = [
      [aBounce(), { status: 'undelivered', failureCode: 'recipient_invalid', suppresses: 'bounce' }],
      [
        aBounce({ bounceSubType: 'NoEmail', bouncedRecipients: [] }),
        { failureCode: 'recipient_invalid', suppresses: 'bounce' },
      ],
      [
        aBounce({ bouncedRecipients: [{ status: '5.2.2' }] }),
        { status: 'undelivered', failureCode: 'recipient_unreachable' },
      ],
      [aBounce({ bouncedRecipients: 'nobody' }), { status: 'undelivered', failureCode: 'provider_rejected' }],
      [
        aBounce({ bounceSubType: 'OnAccountSuppressionList' }),
        { status: 'undelivered', failureCode: 'recipient_blocked' },
      ],
      [aBounce({ bounceType: 'Transient' }), { status: 'accepted', failureCode: undefined }],
      [aBounce({ bounceType: 'Undetermined' }), { status: 'accepted', failureCode: undefined }],
      [
        { notificationType: 'Delivery', mail, delivery: {} },
        { status: 'delivered', failureCode: undefined },
      ],
      [
        { notificationType: 'Complaint', mail, complaint: {} },
        { status: 'accepted', suppresses: 'complaint' },
      ],
      [{ eventType: 'DeliveryDelay', mail }, { status: 'accepted' }],
      [
        { eventType: 'Reject', mail },
        { status: 'undelivered', failureCode: 'provider_rejected' },
      ],
    ]
    for (const [event, expected] of table) {
      const report = await reportOf(event)
      expect(report, JSON.stringify(event)).to.include({
        messageId,
        providerMessageId: mail.messageId,
        ...expected,
      })
      if (!('suppresses' in expected)) expect(report).not.to.have.property('suppresses')
    }
    const complaint = {
      notificationType: 'Complaint',
      mail,
      complaint: { complaintFeedbackType: 'not-spam' },
    }
    for (const event of [
      complaint,
      { eventType: 'Open', mail },
      'Successfully validated SNS topic for Amazon SES event publishing.',
    ])
      expect(await read(signed(aNotification(event)))).to.include({ _tag: 'Read', ignored: 1 })
  })

  it('names the message by its envelope sender, or only by the identifier of SES', async () => {
    const another = fresh.id('msg')
    const source = `b+${another}.${'0'.repeat(24)}@bounces.example.com`
    expect(await reportOf({ ...aBounce(), mail: { ...mail, source } })).to.have.property('messageId', another)
    const bare = await reportOf({ ...aBounce(), mail: { messageId: mail.messageId } })
    expect(bare).to.include({ messageId: undefined, providerMessageId: mail.messageId })
  })

  it("keeps nothing of the email's content or its recipient, and is one event for any number of repeats", async () => {
    const [first, second] = [await reportOf(aBounce()), await reportOf(aBounce())]
    expect(first?.eventKey).to.equal(second?.eventKey)
    expect(first?.raw).not.to.match(/493817|zoe/)
  })

  it("is unreadable if it is authentic and isn't an event, and never throws", async () => {
    for (const event of ['{}', '[]', 'null', '"x"', 'no', '{"eventType":"Bounce"}'])
      expect(await read(signed(aNotification(event))), event).to.include({ _tag: 'Unreadable', raw: '{}' })
    const by = reader()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
        const whole = { method: 'POST', url: '', headers: {}, body: Buffer.from(text) } as const
        expect((await by.read(account, {}, whole))._tag).to.equal('Forged')
        expect((await read(signed(aNotification(text)), by))._tag).to.be.oneOf(['Unreadable', 'Read'])
      }),
      { numRuns: 100 },
    )
  })
})
