import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { anEmail, aWhatsappMessage } from '@postrider/conformance/provider'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { startWhatsappCloud, type WhatsappCloud } from '../../servers/whatsapp-cloud.js'
import { answering, startScriptedServer } from '../http-calls/scripted-server.js'
import { accountAt, secretsOf, TEMPLATES, parts } from './open-whatsapp.js'

const TO = '+4915123456789'

/** A message with another text that the vendor has approved. */
const under = (
  templateName: string,
  parameters: { readonly header?: readonly string[]; readonly body: readonly string[] },
  more: Partial<ProviderSubmission> = {},
) =>
  aWhatsappMessage(TO, {
    content: {
      channel: 'whatsapp',
      text: 'as it is read',
      headerParameters: parameters.header ?? [],
      bodyParameters: parameters.body,
      templateName,
      language: 'en',
    },
    ...more,
  })

describe('A request to the Cloud API', () => {
  let cloud: WhatsappCloud
  before(async () => {
    cloud = await startWhatsappCloud(TEMPLATES, [])
  })
  after(() => cloud.stop())

  const submit = async (submission: ProviderSubmission) => {
    const provider = whatsappOpener(parts).open(accountAt(cloud), secretsOf(cloud), async () => undefined)
    const outcome = await provider.submit(submission, 5_000)
    await provider.close()
    const [message] = cloud.messages().slice(-1)
    return { outcome, message }
  }

  it('has the values in their order, the number, and our reference', async () => {
    const submission = under('with_header', { header: ['Asha'], body: ['42'] })
    const { outcome, message } = await submit(submission)
    expect(outcome).to.have.property('_tag', 'Accepted')
    expect(message).to.include({
      to: TO,
      number: '106540352242922',
      text: 'For Asha\nYour order 42 is here.',
      biz_opaque_callback_data: `${submission.messageId} utility en with_header`,
    })
  })

  it('has an OTP in the text and on its button', async () => {
    const otp = { category: 'otp', otp: '482913' } as const
    const { outcome, message } = await submit(under('login_code', { body: ['482913'] }, otp))
    expect(outcome).to.have.property('_tag', 'Accepted')
    expect(message).to.include({ text: '*482913* is your verification code.', button: '482913' })
    // A text without an OTP has no button, which the vendor refuses here.
    const { outcome: without } = await submit(under('login_code', { body: ['482913'] }))
    expect(without).to.include({ _tag: 'PermanentFailure', failureCode: 'template_rejected' })
  })

  it("is refused for a text that the vendor doesn't know, or with another number of values", async () => {
    const { outcome: unknown } = await submit(under('nowhere', { body: [] }))
    expect(unknown).to.include({ failureCode: 'template_rejected' })
    const { outcome: fewer } = await submit(under('with_header', { body: ['42'] }))
    expect(fewer).to.include({
      failureCode: 'template_rejected',
      detail: 'the Cloud API responded with 400, 132000',
    })
  })

  it('has the trace, the token and JSON, below the version and the number', async () => {
    const server = await startScriptedServer()
    server.answerWith(answering(200, { messages: [{ id: 'wamid.1' }] }))
    const at = { url: server.url, wabaId: cloud.wabaId }
    const provider = whatsappOpener(parts).open(accountAt(at), secretsOf(cloud), async () => undefined)
    const trace = aTrace()
    await provider.submit(aWhatsappMessage(TO, { trace }), 5_000)
    await provider.close()
    const [request] = server.requests
    // The vendor's page "Securing Graph API Requests": HMAC-SHA256 of the token with the App Secret.
    const { accessToken, appSecret } = secretsOf(cloud)
    const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex')
    expect(request).to.include({
      method: 'POST',
      path: `/v25.0/106540352242922/messages?appsecret_proof=${proof}`,
    })
    expect(request?.headers).to.include({
      authorization: `Bearer ${cloud.accessToken}`,
      'content-type': 'application/json',
      traceparent: trace.traceparent,
    })
    await server.close()
  })

  it("isn't sent for an email or an unregistered text", async () => {
    const before = cloud.messages().length
    expect((await submit(anEmail('asha@example.com'))).outcome).to.include({
      failureCode: 'provider_rejected',
    })
    const { content } = aWhatsappMessage(TO)
    const unregistered = { ...content, templateName: undefined } as typeof content
    expect((await submit(aWhatsappMessage(TO, { content: unregistered }))).outcome).to.include({
      failureCode: 'template_rejected',
    })
    expect(cloud.messages()).to.have.length(before)
  })
})
