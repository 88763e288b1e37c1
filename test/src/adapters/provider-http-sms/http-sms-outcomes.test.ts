import { expect } from 'chai'
import { anSms } from '@postrider/conformance/provider'
import { openCustom, openPreset, type Settings } from './open-http-sms.js'
import { answering, type ScriptedServer, startScriptedServer } from '../http-calls/scripted-server.js'

const TIMEOUT_MS = 10_000

const exotelSays = (DetailedStatusCode: number) => ({ SMSMessage: { DetailedStatusCode } })

/**
 * The preset, the status, the response's content, and its meaning: a tag, or why the message failed
 * permanently.
 */
const TABLE = [
  ['twilio', 201, { sid: 'SM1' }, 'Accepted SM1'],
  ['twilio', 200, { sid: 'SM1' }, 'OutcomeUnknown'],
  ['twilio', 429, { code: 20429 }, 'TransientFailure'],
  ['twilio', 401, { code: 20003 }, 'NotAttempted'],
  ['twilio', 400, { code: 20003 }, 'NotAttempted'],
  ...[20005, 20006, 20008, 30002].map((code) => ['twilio', 400, { code }, 'NotAttempted'] as const),
  ...[21603, 21606, 21612, 21659, 21660, 30034].map(
    (code) => ['twilio', 400, { code }, 'RejectedByRoute'] as const,
  ),
  ...[21611, 30001].map((code) => ['twilio', 400, { code }, 'TransientFailure'] as const),
  ['twilio', 400, { code: 21217 }, 'recipient_invalid'],
  ['twilio', 400, { code: 21408 }, 'RejectedByRoute'],
  ['twilio', 400, { code: 21211 }, 'recipient_invalid'],
  ['twilio', 400, { code: 21614 }, 'recipient_invalid'],
  ['twilio', 400, { code: 21610 }, 'recipient_blocked'],
  ['twilio', 400, { code: 21900 }, 'dlt_scrubbed'],
  ['twilio', 400, { code: 21901 }, 'dlt_scrubbed'],
  ['twilio', 400, { code: 1 }, 'provider_rejected'],
  ['kannel', 202, undefined, 'Accepted '],
  ['kannel', 200, undefined, 'OutcomeUnknown'],
  ['kannel', 403, undefined, 'NotAttempted'],
  ['kannel', 400, undefined, 'provider_rejected'],
  ['kannel', 503, undefined, 'TransientFailure'],
  ['exotel', 200, { SMSMessage: { Sid: 'e1', DetailedStatusCode: 21010 } }, 'Accepted e1'],
  ['exotel', 400, exotelSays(23080), 'dlt_scrubbed'],
  ['exotel', 400, exotelSays(23081), 'dlt_scrubbed'],
  ['exotel', 400, exotelSays(23082), 'dlt_scrubbed'],
  ['exotel', 200, exotelSays(23083), 'dlt_scrubbed'],
  ['exotel', 400, exotelSays(23005), 'recipient_blocked'],
  ['exotel', 400, exotelSays(23020), 'recipient_blocked'],
  ['exotel', 400, exotelSays(23010), 'recipient_invalid'],
  ['exotel', 402, undefined, 'NotAttempted'],
  ['msg91', 200, { type: 'success', message: 'm1' }, 'Accepted m1'],
  ['msg91', 200, { type: 'error', message: 'no' }, 'provider_rejected'],
  ['msg91', 200, { type: 'error', message: 'authentication failed' }, 'NotAttempted'],
  ['msg91', 200, { type: 'error', message: 'Authentication failure' }, 'NotAttempted'],
  ['msg91', 401, { type: 'error', message: 'Invalid authkey' }, 'NotAttempted'],
  ['msg91', 200, { type: 'error', message: 'Insufficient balance' }, 'NotAttempted'],
  ['msg91', 200, { type: 'error', message: 'IP is not whitelisted' }, 'NotAttempted'],
  ['msg91', 200, { type: 'error', code: 202 }, 'recipient_invalid'],
  ['msg91', 200, { type: 'error', code: '203' }, 'RejectedByRoute'],
  ['msg91', 200, { type: 'error', code: 207 }, 'NotAttempted'],
  ['msg91', 200, { type: 'error', code: 301 }, 'NotAttempted'],
  ['msg91', 200, { type: 'error', code: 306 }, 'TransientFailure'],
  ['msg91', 200, { message: 'm1' }, 'OutcomeUnknown'],
  ['msg91', 303, undefined, 'OutcomeUnknown'],
] as const

/** The meaning of HTTP's own statuses unless a table differs. */
const STATUSES = [
  [302, 'OutcomeUnknown'],
  [307, 'NotAttempted'],
  [308, 'NotAttempted'],
  [400, 'provider_rejected'],
  [401, 'NotAttempted'],
  [402, 'NotAttempted'],
  [403, 'NotAttempted'],
  [404, 'provider_rejected'],
  [407, 'NotAttempted'],
  [408, 'TransientFailure'],
  [422, 'provider_rejected'],
  [429, 'TransientFailure'],
  [500, 'OutcomeUnknown'],
  [502, 'OutcomeUnknown'],
  [503, 'OutcomeUnknown'],
] as const

describe('A response of an SMS gateway', () => {
  let gateway: ScriptedServer
  beforeEach(async () => {
    gateway = await startScriptedServer()
  })
  afterEach(() => gateway.close())

  const outcomeOf = async (preset: string, settings: Settings = {}) => {
    const provider = openPreset(preset, gateway.url, settings)
    const outcome = await provider.submit(anSms('+447700900123'), TIMEOUT_MS)
    await provider.close()
    return outcome
  }

  const inShort = (outcome: Awaited<ReturnType<typeof outcomeOf>>): string => {
    if (outcome._tag === 'Accepted') return `Accepted ${outcome.providerMessageIds.join()}`
    return outcome._tag === 'PermanentFailure' ? outcome.failureCode : outcome._tag
  }

  for (const [preset, status, document, expected] of TABLE)
    it(`means ${expected} for ${preset}: ${status} ${JSON.stringify(document ?? '')}`, async () => {
      gateway.answerWith(answering(status, document))
      expect(inShort(await outcomeOf(preset))).to.equal(expected)
      expect(gateway.requests).to.have.length(1)
    })

  for (const [preset, document, expected] of [
    ['twilio', { code: 21610 }, 'opt_out'],
    ['twilio', { code: 21211 }, undefined],
    ['exotel', exotelSays(23005), 'blocked'],
    ['exotel', exotelSays(23010), undefined],
  ] as const)
    it(`suppresses as ${expected ?? 'nobody'} for ${preset}: ${JSON.stringify(document)}`, async () => {
      gateway.answerWith(answering(400, document))
      const outcome = await outcomeOf(preset)
      expect('suppresses' in outcome ? outcome.suppresses : undefined).to.equal(expected)
    })

  it('has the meaning of its HTTP status without a rule of the gateway, and no redirect is followed', async () => {
    const outcomes: [number, string][] = []
    for (const [status] of STATUSES) {
      gateway.answerWith(answering(status, {}, { location: `${gateway.url}/elsewhere` }))
      outcomes.push([status, inShort(await outcomeOf('twilio'))])
    }
    expect(outcomes).to.deep.equal(STATUSES)
    expect(gateway.requests.map(({ path }) => path)).not.to.include('/elsewhere')
  })

  it('has the meaning that a super admin configures', async () => {
    const settings = { outcomeMap: '21408=recipient_blocked, 9=unknown,http-500=transient_failure' }
    const outcomes: string[] = []
    for (const [status, code] of [
      [400, 21408],
      [400, 9],
      [500, undefined],
      [400, 21610],
    ] as const) {
      gateway.answerWith(answering(status, { code }, { 'retry-after': '7' }))
      outcomes.push(inShort(await outcomeOf('twilio', settings)))
    }
    expect(outcomes).to.deep.equal([
      'recipient_blocked',
      'OutcomeUnknown',
      'TransientFailure',
      'recipient_blocked',
    ])
  })

  it('keeps the requested pause, and words without numbers', async () => {
    gateway.answerWith(
      answering(429, { code: 20429, message: '+447700900123 is busy' }, { 'retry-after': '7' }),
    )
    expect(await outcomeOf('twilio')).to.deep.equal({
      _tag: 'TransientFailure',
      detail: 'the gateway responded with 429, 20429',
      reason: { code: '20429', text: '… is busy' },
      isThrottled: true,
      retryAfterMs: 7_000,
    })
  })

  it("isn't mistaken for a known one if it is odd", async () => {
    const outcomes: string[] = []
    for (const body of [
      '{"type":"succ',
      'null',
      '[]',
      '"success"',
      '{"type":{"a":1}}',
      '\u00ff',
      'x'.repeat(262_145),
    ]) {
      gateway.answerWith((response) => response.end(Buffer.from(body, 'latin1')))
      outcomes.push((await outcomeOf('msg91'))._tag)
    }
    expect(new Set(outcomes)).to.deep.equal(new Set(['OutcomeUnknown']))
  })

  it('is an unknown outcome if it was cut off or missing', async () => {
    gateway.answerWith((response) => response.destroy())
    expect(inShort(await outcomeOf('kannel'))).to.equal('OutcomeUnknown')
    gateway.answerWith((response) => {
      response.writeHead(202, { 'content-length': '100' })
      response.write('0: ', () => response.destroy())
    })
    expect(inShort(await outcomeOf('kannel'))).to.equal('OutcomeUnknown')
    gateway.answerWith(() => undefined)
    const provider = openPreset('kannel', gateway.url)
    expect(await provider.submit(anSms('+447700900123'), 200)).to.deep.equal({
      _tag: 'OutcomeUnknown',
      detail: 'no response from the gateway: no response in time',
    })
    await provider.close()
  })

  it('is a certain failure without a connection', async () => {
    await gateway.close()
    const outcome = await outcomeOf('kannel')
    expect(outcome).to.deep.equal({
      _tag: 'NotAttempted',
      detail: 'no connection to the gateway: ECONNREFUSED',
    })
    const provider = openCustom({
      method: 'GET',
      format: 'query',
      fields: '{"n":"{{to}}","t":"{{text}}"}',
      url: gateway.url.replace('http', 'https'),
    })
    expect(await provider.submit(anSms('+447700900123'), TIMEOUT_MS)).to.have.property('_tag', 'NotAttempted')
    await provider.close()
  })
})
