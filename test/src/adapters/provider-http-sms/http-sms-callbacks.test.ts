import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import twilio from 'twilio'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { describeCallbacks } from '@postrider/conformance/callbacks'
import { callbackReader } from '@postrider/provider-http-sms/callbacks/read-callback'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const ADDRESS = 'https://api.example.com/callbacks/pac_1/prlt_1'
const messageId = fresh.id('msg')
const NUMBER = '919876543210'

const CUSTOM = {
  preset: 'custom',
  reportsAt: '/results',
  reportId: '/id',
  reportReference: '/meta/ours',
  reportStatus: 'state',
  reportError: 'code',
  reportRecipient: 'to',
  reportStatuses: 'DONE=delivered,LOST=undelivered,SENT=accepted',
  reportFailures: '7=recipient_invalid,LOST=recipient_unreachable',
} as const
const SIGNED = { ...CUSTOM, signature: 'hmac-sha256:X-Signature' } as const

const accountOf = (settings: Readonly<Record<string, string>>) =>
  aProviderAccount({ kind: 'http-sms', settings })

const posted = (body: string, type: string, url = ADDRESS): ProviderCallback => ({
  method: 'POST',
  url,
  headers: { 'content-type': type },
  body: Buffer.from(body),
})

const formOf = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()

const read = (settings: Readonly<Record<string, string>>, callback: ProviderCallback, secrets = {}) =>
  callbackReader.read(accountOf(settings), secrets, callback)

const reportsOf = async (...given: Parameters<typeof read>) => {
  const verdict = await read(...given)
  return verdict._tag === 'Read' ? verdict.reports : []
}

/** As computed by another program. */
const hmacOf = (body: string, key: string, form: '-hex' | '-binary'): string => {
  const digest = execFileSync('openssl', ['dgst', '-sha256', '-hmac', key, form], { input: body })
  return form === '-binary'
    ? digest.toString('base64')
    : (/([0-9a-f]{64})/.exec(digest.toString())?.[1] ?? '')
}

const results = (more: object = {}): string =>
  JSON.stringify({ results: [{ id: 'g-1', meta: { ours: messageId }, state: 'DONE', to: NUMBER, ...more }] })

const signedByTwilio = (callback: ProviderCallback, token: string): ProviderCallback => {
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(Buffer.from(callback.body).toString())) fields[name] = value
  const signature = twilio.getExpectedTwilioSignature(token, callback.url, fields)
  return { ...callback, headers: { 'content-type': FORM, 'x-twilio-signature': signature } }
}

describeCallbacks('Twilio', () => ({
  reader: callbackReader,
  account: accountOf({ preset: 'twilio' }),
  secrets: { authToken: 'the present token' },
  callback: ({ authToken = '' }, Body) => {
    const url = `${ADDRESS}?reference=${messageId}`
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered', To: `+${NUMBER}`, Body }
    return signedByTwilio(posted(formOf(fields), FORM, url), authToken)
  },
  signed: (callback) => signedByTwilio(callback, 'the present token'),
  rotated: {
    during: { authToken: 'the next token', authTokenPrevious: 'the present token' },
    after: { authToken: 'the next token' },
  },
  signsAddress: true,
}))

describeCallbacks('Kannel', () => ({
  reader: callbackReader,
  account: accountOf({ preset: 'kannel' }),
  secrets: { username: 'kannel-user', password: 'kannel-password' },
  callback: (_, text) => ({
    method: 'GET',
    url: `${ADDRESS}?reference=${messageId}&status=1&text=${encodeURIComponent(text)}`,
    headers: {},
    body: new Uint8Array(),
  }),
}))

describeCallbacks('Exotel', () => ({
  reader: callbackReader,
  account: accountOf({ preset: 'exotel' }),
  secrets: { apiKey: 'the key', apiToken: 'the token' },
  callback: (_, Body) => posted(formOf({ SmsSid: 'E1', Status: 'sent', CustomField: messageId, Body }), FORM),
}))

describeCallbacks('MSG91', () => ({
  reader: callbackReader,
  account: accountOf({ preset: 'msg91' }),
  secrets: { authkey: 'the authkey' },
  callback: (_, message) => {
    const report = [{ number: NUMBER, status: '1', desc: 'DELIVERED', message }]
    return posted(formOf({ data: JSON.stringify([{ requestId: 'R1', report }]) }), FORM)
  },
}))

describeCallbacks('a gateway that signs', () => ({
  reader: callbackReader,
  account: accountOf(SIGNED),
  secrets: { signatureKey: 'the present key' },
  callback: ({ signatureKey = '' }, text) => {
    const body = results({ text })
    const { headers, ...callback } = posted(body, JSON_TYPE)
    return { ...callback, headers: { ...headers, 'x-signature': hmacOf(body, signatureKey, '-hex') } }
  },
  signed: (callback) => ({
    ...callback,
    headers: {
      'content-type': JSON_TYPE,
      'x-signature': createHmac('sha256', 'the present key').update(callback.body).digest('hex'),
    },
  }),
  rotated: {
    during: { signatureKey: 'the next key', signatureKeyPrevious: 'the present key' },
    after: { signatureKey: 'the next key' },
  },
}))

describe('A report of MSG91', () => {
  const table = [
    ['1', 'delivered', undefined],
    ['2', 'undelivered', 'recipient_unreachable'],
    ['9', 'undelivered', 'recipient_blocked'],
    ['17', 'undelivered', 'recipient_blocked'],
    ['16', 'undelivered', 'provider_rejected'],
    ['25', 'undelivered', 'provider_rejected'],
  ] as const
  for (const [reported, status, failureCode] of table)
    it(`is ${status} ${failureCode ?? ''} for ${reported}, in either of its forms`, async () => {
      const data = JSON.stringify([{ requestId: 'R1', report: [{ number: NUMBER, status: reported }] }])
      const flat = JSON.stringify({ requestId: 'R1', number: NUMBER, status: reported })
      for (const callback of [posted(formOf({ data }), FORM), posted(flat, JSON_TYPE)]) {
        const [report] = await reportsOf({ preset: 'msg91' }, callback)
        const recipient = `+${NUMBER}`
        expect(report).to.include({ providerMessageId: 'R1', recipient, status, failureCode })
      }
    })

  it('covers every number of every request, each as its own event', async () => {
    const report = [
      { number: NUMBER, status: '1' },
      { number: '919876543211', status: 2 },
    ]
    const data = JSON.stringify([
      { requestId: 'R1', report },
      { requestId: 'R2', report },
    ])
    const reports = await reportsOf({ preset: 'msg91' }, posted(formOf({ data }), FORM))
    expect(reports.map(({ providerMessageId, recipient }) => [providerMessageId, recipient])).to.deep.equal([
      ['R1', `+${NUMBER}`],
      ['R1', '+919876543211'],
      ['R2', `+${NUMBER}`],
      ['R2', '+919876543211'],
    ])
    expect(new Set(reports.map(({ eventKey }) => eventKey)).size).to.equal(4)
  })

  it("can't be read if its field isn't JSON", async () => {
    const verdict = await read({ preset: 'msg91' }, posted('data=[{&status=1', FORM))
    expect(verdict).to.include({ _tag: 'Unreadable' })
  })
})

describe('A report of any other gateway', () => {
  it('is read from the fields that the account names, with their values', async () => {
    const [delivered] = await reportsOf(CUSTOM, posted(results(), JSON_TYPE))
    expect(delivered).to.include({
      messageId,
      providerMessageId: 'g-1',
      recipient: `+${NUMBER}`,
      status: 'delivered',
      failureCode: undefined,
    })
    const lost = await reportsOf(CUSTOM, posted(results({ state: 'LOST' }), JSON_TYPE))
    expect(lost[0]).to.include({ status: 'undelivered', failureCode: 'recipient_unreachable' })
    const wrong = await reportsOf(CUSTOM, posted(results({ state: 'LOST', code: 7 }), JSON_TYPE))
    expect(wrong[0]).to.include({ failureCode: 'recipient_invalid' })
  })

  it("is read next to parts that aren't understood, and their names are stored", async () => {
    const body = JSON.stringify({
      results: [
        { id: 'g-1', state: 'DONE' },
        { id: 'g-2', state: 'WHO KNOWS', secretText: '739154' },
      ],
    })
    const verdict = await read(CUSTOM, posted(body, JSON_TYPE))
    if (verdict._tag !== 'Read') throw new Error(verdict._tag)
    expect(verdict.reports).to.have.length(1)
    expect(verdict.unread?.raw).to.include('WHO KNOWS').and.include('secretText')
    expect(verdict.unread?.raw).not.to.include('739154')
  })

  it('is stored without its texts, except those that the account knows', async () => {
    const reportStatuses = 'Handed over=delivered,LOST=undelivered'
    const settings = { ...CUSTOM, reportStatuses }
    const result = { state: 'Handed over', code: '739154 is your code' }
    const [report] = await reportsOf(settings, posted(results(result), JSON_TYPE))
    expect(report?.raw).to.include('Handed over').and.include('…').and.not.include('739154')
    const odd = await read(settings, posted(results({ state: 'no 739154 is there' }), JSON_TYPE))
    if (odd._tag !== 'Unreadable') throw new Error(odd._tag)
    expect(odd.raw).to.include('g-1').and.not.include('739154')
  })

  it('is stored without its content if its body is a text', async () => {
    const verdict = await read(CUSTOM, posted('Your code is 739154, and no form', FORM))
    if (verdict._tag !== 'Unreadable') throw new Error(verdict._tag)
    expect(JSON.parse(verdict.raw)).to.deep.equal({ names: ['…'] })
  })

  it('is also accepted with its signature in base64 or after sha256=', async () => {
    const body = results()
    const key = 'the present key'
    for (const signature of [hmacOf(body, key, '-binary'), `sha256=${hmacOf(body, key, '-hex')}`]) {
      const { headers, ...callback } = posted(body, JSON_TYPE)
      const signed = { ...callback, headers: { ...headers, 'x-signature': signature } }
      expect(await reportsOf(SIGNED, signed, { signatureKey: key })).to.have.length(1)
    }
  })

  it('is read only from the body if only the body is signed', async () => {
    const { reportReference: _, ...settings } = SIGNED
    const body = JSON.stringify({ state: 'DONE' })
    const key = 'the present key'
    const callback = {
      ...posted(body, JSON_TYPE, `${ADDRESS}?reference=${messageId}`),
      headers: { 'content-type': JSON_TYPE, 'x-signature': hmacOf(body, key, '-hex') },
    }
    expect(await read(settings, callback, { signatureKey: key })).to.have.property('_tag', 'Unreadable')
  })
})
