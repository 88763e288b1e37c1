import { expect } from 'chai'
import fc from 'fast-check'
import twilio from 'twilio'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { callbackReader } from '@postrider/provider-http-sms/callbacks/read-callback'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'

const FORM = 'application/x-www-form-urlencoded'
const ADDRESS = 'https://api.example.com/callbacks/pac_1/prlt_1'
const messageId = fresh.id('msg')

const accountOf = (preset: string) => aProviderAccount({ kind: 'http-sms', settings: { preset } })

const read = (preset: string, callback: Partial<ProviderCallback>, secrets = {}) =>
  callbackReader.read(accountOf(preset), secrets, {
    method: 'POST',
    url: ADDRESS,
    headers: { 'content-type': FORM },
    body: new Uint8Array(),
    ...callback,
  })

const formOf = (fields: Readonly<Record<string, string>>) =>
  Buffer.from(new URLSearchParams(fields).toString())

/** A callback signed by Twilio's own package. */
const signed = (
  fields: Readonly<Record<string, string>>,
  {
    token = 'now',
    url = `${ADDRESS}?reference=${messageId}`,
    signedUrl = undefined as string | undefined,
  } = {},
): Partial<ProviderCallback> => ({
  url,
  headers: {
    'content-type': FORM,
    'x-twilio-signature': twilio.getExpectedTwilioSignature(token, signedUrl ?? url, fields),
  },
  body: formOf(fields),
})

const SECRETS = { authToken: 'now', authTokenPrevious: 'before' }
const SENT = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+919876543210', Body: 'ü & 1' }

describe('A callback of Twilio', () => {
  it("is its report if Twilio's own package signed it, with this token or the previous one", async () => {
    for (const token of ['now', 'before']) {
      const verdict = await read('twilio', signed(SENT, { token }), SECRETS)
      expect(verdict).to.have.property('_tag', 'Read')
      const [report] = verdict._tag === 'Read' ? verdict.reports : []
      expect(report).to.deep.include({
        messageId,
        providerMessageId: 'SM1',
        recipient: '+919876543210',
        status: 'delivered',
        failureCode: undefined,
      })
      expect(report?.raw).not.to.include('ü')
    }
  })

  it('blames the account if Twilio has suspended it, and keeps the code', async () => {
    const reported = async (ErrorCode: string) => {
      const fields = { ...SENT, MessageStatus: 'undelivered', ErrorCode }
      const verdict = await read('twilio', signed(fields), SECRETS)
      return verdict._tag === 'Read' ? verdict.reports[0] : undefined
    }
    expect(await reported('30002')).to.deep.include({ blamesAccount: true, reason: { code: '30002' } })
    const blocked = await reported('21610')
    expect(blocked).to.deep.include({ failureCode: 'recipient_blocked', reason: { code: '21610' } })
    expect(blocked).to.not.have.property('blamesAccount')
  })

  it('is also a report if the address was signed with its port or without, or with a suffix', async () => {
    const url = `${ADDRESS}?reference=${messageId}`
    const withPort = url.replace('example.com', 'example.com:443')
    for (const [one, other] of [
      [url, withPort],
      [withPort, url],
      [url, `${url}#rc=5&rp=all`],
    ] as const)
      expect(await read('twilio', signed(SENT, { url: one, signedUrl: other }), SECRETS)).to.have.property(
        '_tag',
        'Read',
      )
  })

  it('counts as forged with any other token, or another byte, address or field', async () => {
    const good = signed(SENT)
    const forged: Partial<ProviderCallback>[] = [
      signed(SENT, { token: 'other' }),
      { ...good, body: formOf({ ...SENT, MessageStatus: 'failed' }) },
      { ...good, url: `${ADDRESS}?reference=${fresh.id('msg')}` },
      { ...good, body: formOf({ ...SENT, More: '1' }) },
      { ...good, headers: { 'content-type': FORM } },
      { ...good, body: Uint8Array.of(0xff) },
    ]
    for (const each of forged) expect(await read('twilio', each, SECRETS)).to.deep.equal({ _tag: 'Forged' })
    expect(await read('twilio', signed(SENT, { token: 'before' }), { authToken: 'now' })).to.deep.equal({
      _tag: 'Forged',
    })
  })
})

const TABLE = [
  ['twilio', { MessageStatus: 'queued' }, 'accepted', undefined],
  ['twilio', { MessageStatus: 'sending' }, 'accepted', undefined],
  ['twilio', { MessageStatus: 'sent' }, 'accepted', undefined],
  ['twilio', { MessageStatus: 'delivered' }, 'delivered', undefined],
  ['twilio', { MessageStatus: 'undelivered', ErrorCode: '30003' }, 'undelivered', 'recipient_unreachable'],
  ['twilio', { MessageStatus: 'undelivered', ErrorCode: '30008' }, 'undelivered', 'recipient_unreachable'],
  ['twilio', { MessageStatus: 'undelivered', ErrorCode: '30005' }, 'undelivered', 'recipient_invalid'],
  ['twilio', { MessageStatus: 'failed', ErrorCode: '30006' }, 'undelivered', 'recipient_invalid'],
  ['twilio', { MessageStatus: 'failed', ErrorCode: '30007' }, 'undelivered', 'provider_rejected'],
  ['kannel', { status: '1' }, 'delivered', undefined],
  ['kannel', { status: '2' }, 'undelivered', 'recipient_unreachable'],
  ['kannel', { status: '4' }, 'accepted', undefined],
  ['kannel', { status: '8' }, 'accepted', undefined],
  ['kannel', { status: '16' }, 'undelivered', 'provider_rejected'],
  ['exotel', { Status: 'submitted' }, 'accepted', undefined],
  ['exotel', { Status: 'sent' }, 'delivered', undefined],
  ['exotel', { Status: 'failed', DetailedStatusCode: '23080' }, 'undelivered', 'dlt_scrubbed'],
  ['exotel', { Status: 'failed', DetailedStatusCode: '23083' }, 'undelivered', 'dlt_scrubbed'],
  ['exotel', { Status: 'failed', DetailedStatusCode: '23005' }, 'undelivered', 'recipient_blocked'],
  ['exotel', { Status: 'failed', DetailedStatusCode: '23020' }, 'undelivered', 'recipient_blocked'],
  ['exotel', { Status: 'failed', DetailedStatusCode: '23010' }, 'undelivered', 'recipient_invalid'],
  ['exotel', { Status: 'failed_dnd' }, 'undelivered', 'recipient_blocked'],
] as const

describe('A callback of an SMS gateway', () => {
  for (const [preset, fields, status, failureCode] of TABLE)
    it(`reports ${status} ${failureCode ?? ''} for ${preset}: ${JSON.stringify(fields)}`, async () => {
      const reported: Record<string, string> = { ...fields, CustomField: messageId, MessageSid: 'SM1' }
      const callback =
        preset === 'kannel'
          ? { method: 'GET' as const, url: `${ADDRESS}?reference=${messageId}&status=${reported['status']}` }
          : signed(reported)
      const verdict = await read(preset, callback, SECRETS)
      const [report] = verdict._tag === 'Read' ? verdict.reports : []
      expect(report).to.include({ messageId, status, failureCode })
    })

  it('is the same event the second time, and another for another status', async () => {
    const keys = new Set<string | undefined>()
    for (const status of ['8', '1', '1', '8']) {
      const verdict = await read('kannel', { url: `${ADDRESS}?reference=${messageId}&status=${status}` })
      keys.add(verdict._tag === 'Read' ? verdict.reports[0]?.eventKey : undefined)
    }
    expect(keys.size).to.equal(2)
  })

  it("can't be read if it has nothing known about a message", async () => {
    for (const query of [
      '',
      '?status=1',
      `?reference=${messageId}&status=77`,
      `?reference=${messageId}&status=constructor`,
      '?reference=msg_x&status=1',
    ])
      expect(await read('kannel', { url: `${ADDRESS}${query}` }), query).to.have.property(
        '_tag',
        'Unreadable',
      )
    expect(
      await read('kannel', { headers: { 'content-type': 'application/json' }, body: Buffer.from('[') }),
    ).to.have.property('_tag', 'Unreadable')
  })

  it('counts as forged for gateways without callbacks', async () => {
    for (const preset of ['custom', 'constructor'])
      expect(await read(preset, {})).to.deep.equal({ _tag: 'Forged' })
  })

  it('is parsed without exceptions and with repeatable results, for any input', async () => {
    const anything = fc.record({
      preset: fc.constantFrom('twilio', 'kannel', 'exotel', 'msg91'),
      type: fc.constantFrom(FORM, 'application/json', '', 'x'),
      signature: fc.string(),
      query: fc.string(),
      body: fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => Buffer.from(text)),
      ),
    })
    await fc.assert(
      fc.asyncProperty(anything, async ({ preset, type, signature, query, body }) => {
        const callback = {
          url: `${ADDRESS}?${encodeURIComponent(query)}`,
          headers: { 'content-type': type, 'x-twilio-signature': signature },
          body,
        }
        const verdict = await read(preset, callback, SECRETS)
        expect(verdict._tag).to.be.oneOf(preset === 'twilio' ? ['Forged'] : ['Unreadable', 'Read'])
        expect(JSON.stringify(await read(preset, callback, SECRETS)).length).to.equal(
          JSON.stringify(verdict).length,
        )
      }),
      { numRuns: 300 },
    )
  })
})
