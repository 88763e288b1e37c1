import { expect } from 'chai'
import { anEmail, anSms } from '@postrider/conformance/provider'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { clock, openCustom, openPreset, type Secrets, type Settings } from './open-http-sms.js'
import type { ReceivedRequest } from '../http-calls/loopback-server.js'
import { answering, type ScriptedServer, startScriptedServer } from '../http-calls/scripted-server.js'

const TIMEOUT_MS = 10_000

const registration = {
  channel: 'sms',
  entityId: '1101000000000012345',
  templateId: '1107000000000054321',
  header: 'ACMEIN',
} as const

const NASTY = 'नमस्ते "A&B" = {{to}} \r\n+%41 €'
const unicode = { channel: 'sms', text: NASTY, encoding: 'ucs2', segments: 1 } as const

const formOf = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(body))
const basicOf = ({ headers }: ReceivedRequest) =>
  Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()

describe('A request to an SMS gateway', () => {
  let gateway: ScriptedServer
  beforeEach(async () => {
    gateway = await startScriptedServer()
  })
  afterEach(() => gateway.close())

  const requestFor = async (
    provider: ReturnType<typeof openPreset>,
    submission: ProviderSubmission,
  ): Promise<ReceivedRequest> => {
    gateway.answerWith(answering(500))
    await provider.submit(submission, TIMEOUT_MS)
    await provider.close()
    const [request, ...others] = gateway.requests
    if (request === undefined) throw new Error('nothing was asked')
    expect(others).to.have.length(0)
    return request
  }

  const toIndia = (): ProviderSubmission =>
    anSms('+919876543210', { registration, content: unicode, expiresAtMs: NOW_MS + 5 * MINUTE_MS })

  it('is a form for Twilio', async () => {
    const request = await requestFor(openPreset('twilio', gateway.url), toIndia())
    expect(request.path).to.equal('/2010-04-01/Accounts/AC1/Messages.json')
    expect(basicOf(request)).to.equal('AC1:twilio-secret')
    expect(formOf(request)).to.deep.equal({
      To: '+919876543210',
      From: 'ACMEIN',
      Body: NASTY,
      ValidityPeriod: '300',
    })
  })

  it('is a query for Kannel', async () => {
    const request = await requestFor(
      openPreset('kannel', gateway.url),
      anSms('+447700900123', { content: unicode, expiresAtMs: clock.nowMs() + 5.5 * MINUTE_MS }),
    )
    expect([request.method, request.body]).to.deep.equal(['GET', ''])
    const { pathname, searchParams } = new URL(request.path, gateway.url)
    expect(pathname).to.equal('/cgi-bin/sendsms')
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      username: 'u',
      password: 'kannel secret&',
      from: 'TSHOP',
      to: '+447700900123',
      text: NASTY,
      coding: '2',
      charset: 'UTF-8',
      validity: '5',
    })
  })

  it("is a form with India's registration for Exotel", async () => {
    const submission = toIndia()
    const request = await requestFor(openPreset('exotel', gateway.url), submission)
    expect(request.path).to.equal('/v1/Accounts/shop1/Sms/send.json')
    expect(basicOf(request)).to.equal('k:exotel-secret')
    expect(formOf(request)).to.deep.equal({
      From: 'ACMEIN',
      To: '+919876543210',
      Body: NASTY,
      DltEntityId: registration.entityId,
      DltTemplateId: registration.templateId,
      CustomField: submission.messageId,
    })
  })

  it('has the report address with our reference, if there is an address', async () => {
    const submission = anSms('+447700900123')
    const url = 'https://api.example.com/callbacks/pac_1/prlt_1'
    const where = `${url}?reference=${submission.messageId}`
    const callbackUrls: (string | null | undefined)[] = []
    for (const preset of ['twilio', 'exotel', 'kannel', 'msg91']) {
      const provider = openPreset(preset, gateway.url, {}, url)
      expect(provider.reportsNothing).to.equal(undefined)
      await provider.submit(submission, TIMEOUT_MS)
      await provider.close()
      const request = gateway.requests.at(-1)
      const given = new URLSearchParams(request?.body || new URL(request?.path ?? '', gateway.url).search)
      callbackUrls.push(given.get('StatusCallback') ?? given.get('dlr-url'))
    }
    expect(callbackUrls).to.deep.equal([`${where}#rc=5&rp=all`, where, `${where}&status=%d`, null])
  })

  it('has a registration only for India', async () => {
    const request = await requestFor(
      openPreset('exotel', gateway.url),
      anSms('+447700900123', { registration }),
    )
    expect(formOf(request)).to.have.keys('From', 'To', 'Body', 'CustomField')
    expect(formOf(request)).to.include({ From: 'TSHOP' })
  })

  it('is JSON for MSG91', async () => {
    const request = await requestFor(openPreset('msg91', gateway.url), toIndia())
    expect(request.headers).to.include({ authkey: 'msg91-secret', 'content-type': 'application/json' })
    expect(JSON.parse(request.body)).to.deep.equal({
      sender: 'ACMEIN',
      route: '4',
      country: '0',
      unicode: '1',
      DLT_TE_ID: registration.templateId,
      sms: [{ message: NASTY, to: ['919876543210'] }],
    })
  })

  const custom = (settings: Settings, secrets: Secrets = {}) =>
    openCustom({ url: `${gateway.url}/send?v=1`, ...settings }, secrets)

  it('follows the settings for any other', async () => {
    const submission = toIndia()
    const provider = custom(
      {
        method: 'POST',
        format: 'json',
        headers: '{"X-Token":"{{secret.token}}","X-Id":"{{reference}}"}',
        fields:
          '{"key":"{{secret.token}}","n":1,"sms":{"to":["{{toDigits}}"],"body":"[{{text}}]"},"none":"{{dltTemplateId}}"}',
      },
      { token: 'abc' },
    )
    const request = await requestFor(provider, { ...submission, registration: undefined })
    expect(request.path).to.equal('/send?v=1')
    expect(request.headers).to.include({ 'x-token': 'abc', 'x-id': submission.messageId })
    expect(JSON.parse(request.body)).to.deep.equal({
      key: 'abc',
      n: 1,
      sms: { to: ['919876543210'], body: `[${NASTY}]` },
    })
  })

  it('keeps the query of its address', async () => {
    const fields = '{"to":"{{to}}","text":"{{text}}"}'
    const request = await requestFor(custom({ method: 'POST', format: 'query', fields }), toIndia())
    const { searchParams } = new URL(request.path, gateway.url)
    expect(Object.fromEntries(searchParams)).to.deep.equal({ v: '1', to: '+919876543210', text: NASTY })
  })

  it('passes the trace on', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const submission = anSms('+447700900123', { trace: { ...anSms('+1').trace, traceparent } })
    const request = await requestFor(openPreset('kannel', gateway.url), submission)
    expect(request.headers).to.include({ traceparent })
  })

  it("isn't sent for anything but an SMS, nor after the account is closed", async () => {
    const provider = openPreset('kannel', gateway.url)
    const outcome = await provider.submit(anEmail('a@example.com'), TIMEOUT_MS)
    expect(outcome).to.include({ _tag: 'PermanentFailure', failureCode: 'provider_rejected' })
    await provider.close()
    expect(await provider.submit(anSms('+447700900123'), TIMEOUT_MS)).to.have.property('_tag', 'NotAttempted')
    expect(gateway.requests).to.have.length(0)
  })
})
