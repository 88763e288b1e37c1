import { expect } from 'chai'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ProviderReports } from '@postrider/core/providers/ports/provider-reports'
import { aWhatsappMessage } from '@postrider/conformance/provider'
import { failureOfCode } from '@postrider/provider-whatsapp/answers/graph-codes'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { startWhatsappCloud, type WhatsappCloud } from '../../servers/whatsapp-cloud.js'
import { answering, type ScriptedServer, startScriptedServer } from '../http-calls/scripted-server.js'
import { accountAt, secretsOf, TEMPLATES, parts } from './open-whatsapp.js'

/** The code, the result of a send refused with it, and the cause of a failure reported with it. */
const CODES: ReadonlyArray<readonly [number, string, string]> = [
  ...[4, 80007, 130429, 131056, 131057, 131016, 133004].map(
    (code) => [code, 'TransientFailure', 'provider_rejected'] as const,
  ),
  ...[0, 3, 10, 102, 104, 190, 200, 210, 299, 368, 131005, 131031, 131042, 131044, 131045, 131064].map(
    (code) => [code, 'NotAttempted', 'provider_rejected'] as const,
  ),
  ...[130497, 131048, 133005, 133010].map((code) => [code, 'RejectedByRoute', 'provider_rejected'] as const),
  ...[131008, 131009, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069].map(
    (code) => [code, 'template_rejected', 'template_rejected'] as const,
  ),
  [131026, 'recipient_unreachable', 'recipient_unreachable'],
  [131021, 'recipient_invalid', 'recipient_invalid'],
  [131050, 'recipient_blocked', 'recipient_blocked'],
  [131049, 'recipient_limited', 'recipient_limited'],
  [130472, 'recipient_limited', 'recipient_limited'],
  ...[33, 100, 131047, 131051, 300].map((code) => [code, 'provider_rejected', 'provider_rejected'] as const),
  ...[1, 2, 131000].map((code) => [code, 'OutcomeUnknown', 'provider_rejected'] as const),
]

const inShort = (outcome: SubmitOutcome): string =>
  outcome._tag === 'PermanentFailure' ? outcome.failureCode : outcome._tag

describe('A response of the Cloud API', () => {
  let cloud: WhatsappCloud
  before(async () => {
    cloud = await startWhatsappCloud(TEMPLATES, [])
  })
  after(() => cloud.stop())

  const submit = async (to: string, at: Pick<WhatsappCloud, 'url' | 'wabaId'> = cloud, token?: string) => {
    const secrets = { ...secretsOf(cloud), ...(token === undefined ? {} : { accessToken: token }) }
    const provider = whatsappOpener(parts).open(accountAt(at), secrets, async () => undefined)
    const outcome = await provider.submit(aWhatsappMessage(to), 5_000)
    await provider.close()
    return outcome
  }

  for (const [code, sent, failed] of CODES)
    it(`is ${sent} with the code ${code}, and ${failed} in a status`, async () => {
      const outcome = await submit(`+999${String(code).padStart(6, '0')}`)
      expect(inShort(outcome)).to.equal(sent)
      expect('detail' in outcome ? outcome.detail : '').to.match(
        new RegExp(`^the Cloud API responded with \\d{3}, ${code}(?:: .+)?$`),
      )
      expect(failureOfCode(code)).to.equal(failed)
      const isSlower = sent === 'TransientFailure' && code !== 131056
      expect('isThrottled' in outcome).to.equal(isSlower)
      expect('isRefused' in outcome).to.equal(sent === 'NotAttempted')
    })

  it('reports once a minute that the vendor has stopped the template, and nothing about other templates', async () => {
    const reported: Array<Partial<ProviderReports>> = []
    const account = accountAt(cloud)
    const provider = whatsappOpener(parts).open(account, secretsOf(cloud), async (reports) => {
      reported.push(reports)
      throw new Error('the storage is away')
    })
    for (const to of ['+999132015', '+999132015', '+999132016', '+999132001', '+4915123456789'])
      await provider.submit(aWhatsappMessage(to), 5_000)
    await provider.close()
    const templates = reported.flatMap((one) => one.templates ?? [])
    expect(templates.map(({ reason }) => reason)).to.deep.equal(['PAUSED', 'PAUSED', 'DISABLED'])
    expect(new Set(templates.map(({ eventKey }) => eventKey)).size).to.equal(2)
    const { providerAccountId } = account
    for (const one of templates)
      expect(one).to.include({
        providerAccountId,
        name: 'order_shipped',
        language: 'en_US',
        verdict: 'paused',
      })
  })

  it('reports a template that is refused five times in a row, with the code and the words', async () => {
    const reported: Array<Partial<ProviderReports>> = []
    const account = accountAt(cloud)
    const provider = whatsappOpener(parts).open(account, secretsOf(cloud), async (reports) => {
      reported.push(reports)
    })
    const send = async (...recipients: readonly string[]) => {
      for (const to of recipients) await provider.submit(aWhatsappMessage(to), 5_000)
      return reported.flatMap((one) => one.templates ?? [])
    }
    const [refused, ok, busy] = ['+999132012', '+4915123456789', '+999130429']
    expect(await send(refused, refused, refused, refused, ok, refused, refused)).to.deep.equal([])
    const [report, ...others] = await send(busy, refused, refused, refused)
    await provider.close()
    expect(others).to.deep.equal([])
    expect(report).to.include({
      name: 'order_shipped',
      language: 'en_US',
      verdict: 'paused',
      reason: 'refused_132012',
    })
    expect(report?.words).to.be.a('string').and.not.equal('')
  })

  it('about a missing proof of the app is about the account', async () => {
    const server = await startScriptedServer()
    const message = 'API calls from the server require an appsecret_proof argument'
    server.answerWith(answering(400, { error: { code: 100, message } }))
    const outcome = await submit('+4915123456789', { url: server.url, wabaId: cloud.wabaId })
    expect(outcome).to.deep.equal({
      _tag: 'NotAttempted',
      detail: 'the Cloud API responded with 400, 100',
      reason: { code: '100', text: message },
      isRefused: true,
    })
    await server.close()
  })

  it('limits a person to one message in six seconds', async () => {
    expect(await submit('+999131056')).to.have.property('retryAfterMs', 6_000)
    expect(await submit('+999130429')).not.to.have.property('retryAfterMs')
  })

  it('means accepted if it has an identifier, also if the quality is checked first', async () => {
    for (const to of ['+4915123456789', '+99731']) {
      const outcome = await submit(to)
      const [message] = cloud.messages().slice(-1)
      expect(outcome).to.deep.equal({ _tag: 'Accepted', providerMessageIds: [message?.id] })
    }
  })

  it('is an unknown outcome without an identifier, without a response, or with a page of a proxy', async () => {
    expect(await submit('+99751')).to.deep.equal({
      _tag: 'OutcomeUnknown',
      detail: 'the Cloud API responded with 200 without an identifier',
    })
    expect(inShort(await submit('+99711'))).to.equal('OutcomeUnknown')
    expect(inShort(await submit('+99761'))).to.equal('OutcomeUnknown')
  })

  it('means nothing was sent if the token is invalid or the port is closed', async () => {
    expect(await submit('+4915123456789', cloud, 'EAAG-old')).to.deep.equal({
      _tag: 'NotAttempted',
      detail: 'the Cloud API responded with 401, 190',
      reason: { code: '190', text: '(#190) Error validating access token' },
      isRefused: true,
    })
    const nowhere = { ...cloud, url: 'http://127.0.0.1:9' }
    expect(await submit('+4915123456789', nowhere)).to.deep.equal({
      _tag: 'NotAttempted',
      detail: 'no connection to the Cloud API: ECONNREFUSED',
    })
  })
})

describe('A response of another server in place of the Cloud API', () => {
  let server: ScriptedServer
  beforeEach(async () => {
    server = await startScriptedServer()
  })
  afterEach(() => server.close())

  const submit = async () => {
    const at = { url: server.url, wabaId: '102290129340398' }
    const secrets = secretsOf({ accessToken: 'a', appSecret: 's' })
    const provider = whatsappOpener(parts).open(accountAt(at), secrets, async () => undefined)
    const outcome = await provider.submit(aWhatsappMessage('+4915123456789'), 5_000)
    await provider.close()
    return outcome._tag
  }

  it('proves nothing, and no redirect is followed', async () => {
    const outcomes: string[] = []
    const bodies: unknown[] = [
      undefined,
      { error: 'no' },
      { error: { code: '131026' } },
      { error: { code: 1.5 } },
      { messages: [] },
      { messages: [{ id: '' }] },
      { messages: [{ id: 7 }] },
      { messages: [{ id: 'x'.repeat(129) }] },
    ]
    for (const status of [200, 201, 302, 307, 400, 404, 500, 503])
      for (const body of bodies) {
        server.answerWith(answering(status, body, { location: `${server.url}/elsewhere` }))
        outcomes.push(await submit())
      }
    expect(new Set(outcomes)).to.deep.equal(new Set(['OutcomeUnknown']))
    expect(server.requests.map(({ path }) => path)).not.to.include('/elsewhere')
  })

  it('is read only up to a limit', async () => {
    server.answerWith((response) => response.end(`{"messages":[{"id":"1"}],"x":"${'x'.repeat(262_144)}"}`))
    expect(await submit()).to.equal('OutcomeUnknown')
  })
})
