import { expect } from 'chai'
import { anSms, questionOf } from '@postrider/conformance/provider'
import type { Provider } from '@postrider/core/providers/ports/provider'
import { answering, type ScriptedServer, startScriptedServer } from '../http-calls/scripted-server.js'
import { openPreset } from './open-http-sms.js'

const TIMEOUT_MS = 10_000

/** Twilio's data about a message, and the result. */
const TABLE = [
  [200, { status: 'queued', to: '+447700900123', error_code: null }, 'Accepted'],
  [200, { status: 'sent', to: '+447700900123' }, 'Accepted'],
  [200, { status: 'delivered', to: '+447700900123' }, 'delivered'],
  [200, { status: 'undelivered', error_code: 30003, to: '+447700900123' }, 'recipient_unreachable'],
  [200, { status: 'failed', error_code: 30006, to: '+447700900123' }, 'recipient_invalid'],
  [200, { status: 'failed', error_code: 1 }, 'provider_rejected'],
  [200, { status: 'of another kind' }, 'CannotTell'],
  [200, [], 'CannotTell'],
  [404, { code: 20404 }, 'CannotTell'],
  [500, undefined, 'CannotTell'],
] as const

describe('A query to Twilio about a message', () => {
  let gateway: ScriptedServer
  let provider: Provider
  const sms = anSms('+447700900123')
  const ask = (...providerMessageIds: readonly string[]) =>
    provider.ask?.({ ...questionOf(sms), providerMessageIds }, TIMEOUT_MS)
  before(async () => {
    gateway = await startScriptedServer()
    provider = openPreset('twilio', gateway.url)
  })
  after(async () => {
    await provider.close()
    await gateway.close()
  })

  for (const [status, body, meaning] of TABLE)
    it(`means ${meaning} for ${status} ${JSON.stringify(body)}`, async () => {
      gateway.answerWith(answering(status, body))
      const answer = await ask('SM1')
      if (answer?._tag !== 'Reported') return expect(answer?._tag).to.equal(meaning)
      const [report] = answer.reports
      expect(report).to.include({ providerMessageId: 'SM1' })
      return expect(report?.failureCode ?? report?.status).to.equal(meaning)
    })

  it('uses its login, and the address of the message', async () => {
    gateway.answerWith(answering(200, { status: 'sent' }))
    await ask('SM1')
    const request = gateway.requests.at(-1)
    expect(request).to.include({
      method: 'GET',
      path: '/2010-04-01/Accounts/AC1/Messages/SM1.json',
      body: '',
    })
    expect(request?.headers.authorization).to.match(/^Basic /)
  })

  it("isn't sent without one of Twilio's identifiers, nor with an invalid one", async () => {
    const before = gateway.requests.length
    for (const ids of [[], ['../../Calls'], ['SM1/Media']])
      expect(await ask(...ids)).to.have.property('_tag', 'CannotTell')
    expect(gateway.requests).to.have.length(before)
  })

  it('is repeated for a taken message without a report, unlike for other gateways', async () => {
    expect(provider.askAfterMs).to.equal(3_600_000)
    const kannel = openPreset('kannel', gateway.url)
    expect(kannel.ask).to.equal(undefined)
    await kannel.close()
  })
})
