import { expect } from 'chai'
import fc from 'fast-check'
import twilio from 'twilio'
import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { callbackReader } from '@postrider/provider-http-sms/callbacks/read-callback'
import { httpSmsOpener } from '@postrider/provider-http-sms/http-sms-provider'
import { parts } from './open-http-sms.js'

const FORM = 'application/x-www-form-urlencoded'
const ADDRESS = 'https://api.example.com/callbacks/pac_1/prlt_1'
const SECRETS = { authToken: 'now' }

const read = (preset: string, callback: Partial<ProviderCallback>, settings = {}) =>
  callbackReader.read(aProviderAccount({ kind: 'http-sms', settings: { preset, ...settings } }), SECRETS, {
    method: 'POST',
    url: ADDRESS,
    headers: { 'content-type': FORM },
    body: new Uint8Array(),
    ...callback,
  })

const inboundOf = async (...given: Parameters<typeof read>): Promise<InboundMessage> => {
  const verdict = await read(...given)
  const inboundVerdict = verdict._tag === 'Read' ? verdict : expect.fail(JSON.stringify(verdict))
  expect([inboundVerdict.reports, inboundVerdict.inbound.length]).to.deep.equal([[], 1])
  return inboundVerdict.inbound[0] ?? expect.fail('nothing was written')
}

const fromTwilio = (fields: Readonly<Record<string, string>>): Partial<ProviderCallback> => ({
  headers: {
    'content-type': FORM,
    'x-twilio-signature': twilio.getExpectedTwilioSignature('now', ADDRESS, fields),
  },
  body: Buffer.from(new URLSearchParams(fields).toString()),
})

const TO_TWILIO = {
  MessageSid: 'SM1',
  SmsStatus: 'received',
  From: '+14155550123',
  To: '+14155550100',
  Body: 'Stop',
}

describe('An inbound message through an SMS gateway', () => {
  it('is read from Twilio if it is signed, with its consent keyword', async () => {
    expect(await inboundOf('twilio', fromTwilio(TO_TWILIO))).to.deep.include({
      from: '+14155550123',
      to: '+14155550100',
      text: 'Stop',
      consentChange: { wants: 'stop', scope: 'all' },
      raw: '{"id":"SM1","charset":""}',
    })
    const good = fromTwilio(TO_TWILIO)
    const other = {
      ...good,
      body: Buffer.from(new URLSearchParams({ ...TO_TWILIO, Body: 'Start' }).toString()),
    }
    expect(await read('twilio', other)).to.deep.equal({ _tag: 'Forged' })
  })

  it("follows Twilio's own finding that a text is a keyword", async () => {
    const change = async (fields: Readonly<Record<string, string>>) =>
      (await inboundOf('twilio', fromTwilio({ ...TO_TWILIO, ...fields }))).consentChange
    expect(await change({ Body: 'Basta ya', OptOutType: 'STOP' })).to.deep.equal({
      wants: 'stop',
      scope: 'all',
    })
    expect(await change({ Body: 'ok', OptOutType: 'START' })).to.deep.equal({ wants: 'start', scope: 'all' })
    expect(await change({ Body: 'Help', OptOutType: 'HELP' })).to.equal(undefined)
  })

  it('is the same the second time, and another for another message', async () => {
    const keys = await Promise.all(
      ['SM1', 'SM1', 'SM2'].map((MessageSid) =>
        inboundOf('twilio', fromTwilio({ ...TO_TWILIO, MessageSid })),
      ),
    )
    expect(new Set(keys.map(({ eventKey }) => eventKey)).size).to.equal(2)
  })

  it('is read from Kannel in the charset that it names', async () => {
    const kannel = (rest: string) =>
      inboundOf('kannel', { method: 'GET', url: `${ADDRESS}?id=k1&from=919876543210&to=56767&${rest}` })
    expect(await kannel('text=Where+is%3F%20%C3%BC')).to.deep.include({
      from: '+919876543210',
      to: '56767',
      text: 'Where is? ü',
      consentChange: undefined,
    })
    expect((await kannel('charset=UTF-16BE&text=%09%28%09%2E')).text).to.equal('नम')
    expect((await kannel('charset=WINDOWS-1252&text=%80+%FC')).text).to.equal('€ ü')
    expect((await kannel('charset=ISO-8859-15&text=%A4+%FC')).text).to.equal('€ ü')
    expect((await kannel('charset=UTF-8&text=')).text).to.equal('')
  })

  it('is read from Exotel, which writes Indian numbers without their country', async () => {
    const url = `${ADDRESS}?SmsSid=e1&From=09876543210&To=08012345678&Body=QUIT`
    expect(await inboundOf('exotel', { method: 'GET', url })).to.deep.include({
      from: '+919876543210',
      to: '08012345678',
      consentChange: { wants: 'stop', scope: 'all' },
    })
  })

  it("keeps Twilio's reading of it in addition to its own keyword", async () => {
    const changeOf = async (Body: string, OptOutType: string) => {
      const { consentChange, isUnclear } = await inboundOf(
        'twilio',
        fromTwilio({ ...TO_TWILIO, Body, OptOutType }),
      )
      return isUnclear ? 'unclear' : consentChange?.wants
    }
    expect(await changeOf('Stop.', 'STOP')).to.equal('stop')
    expect(await changeOf('Enough of this, please', 'STOP')).to.equal('stop')
    expect(await changeOf('Please do not stop', 'STOP')).to.equal('stop')
    expect(await changeOf('Go on', 'START')).to.equal('start')
    expect(await changeOf('STOP', 'HELP'), 'ours counts').to.equal('stop')
    expect(await changeOf('Please do not stop', 'HELP')).to.equal('unclear')
    expect(await changeOf('What is this?', 'HELP')).to.equal(undefined)
  })

  it("recognizes the account's own keywords too", async () => {
    const fields = { ...TO_TWILIO, Body: 'basta' }
    const { consentChange } = await inboundOf('twilio', fromTwilio(fields), { stopWords: 'Genug,Basta' })
    expect(consentChange).to.deep.equal({ wants: 'stop', scope: 'all' })
    const problem = (settings: object, secrets: Readonly<Record<string, string>>) =>
      httpSmsOpener(parts).check({ settings: { stopWords: 'Basta', ...settings }, maxConcurrent: 1 }, secrets)
    const account = { preset: 'twilio', accountSid: `AC${'0'.repeat(32)}` }
    expect(problem(account, { authToken: 'now' })).to.equal(undefined)
    expect(problem({ preset: 'msg91' }, { authkey: 'k' }), 'it hands nothing over').to.match(
      /stopWords|settings/,
    )
  })

  it("isn't read from a delivery report, nor from incomplete data", async () => {
    const report = await read('twilio', fromTwilio({ ...TO_TWILIO, MessageStatus: 'delivered' }))
    expect(report).to.deep.include({ _tag: 'Read', inbound: [] })
    for (const missing of ['MessageSid', 'To', 'Body'] as const) {
      const { [missing]: _, ...fields } = TO_TWILIO
      expect(await read('twilio', fromTwilio(fields)), missing).to.have.property('_tag', 'Unreadable')
    }
  })

  it('is read from a callback URL with any content', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.webQueryParameters(),
        async (text, query) => {
          const url = `${ADDRESS}?id=1&to=2&text=${encodeURIComponent(text)}&${query}`
          const verdict = await read('kannel', { method: 'GET', url })
          expect(verdict._tag).to.be.oneOf(['Read', 'Unreadable'])
        },
      ),
    )
  })
})
