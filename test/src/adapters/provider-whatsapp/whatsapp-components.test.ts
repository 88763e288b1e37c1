import type { DraftContent } from '@postrider/core/channels/channels'
import { compileContent, registered } from '@postrider/core/channels/own-records'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { aWhatsappMessage } from '@postrider/conformance/provider'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { expect } from 'chai'
import { answering, type ScriptedServer, startScriptedServer } from '../http-calls/scripted-server.js'
import { accountAt, parts } from './open-whatsapp.js'

type Content = DraftContent<'whatsapp'>
type Values = Readonly<Record<string, string>>

const TO = '+16505551234'
const SECRETS = { accessToken: 'EAAJB', appSecret: 'secret', verifyToken: 'token' }

/** Each component as in the vendor's documentation of sends. */
describe('The components of a request to the Cloud API', () => {
  let server: ScriptedServer
  before(async () => {
    server = await startScriptedServer()
    server.answerWith(answering(200, { messages: [{ id: 'wamid.1' }] }))
  })
  after(() => server.close())

  const componentsOf = async (
    content: Omit<Content, 'channel'>,
    values: Values,
    more: { readonly format?: 'named'; readonly submission?: Partial<ProviderSubmission> } = {},
  ): Promise<unknown> => {
    const registration = {
      channel: 'whatsapp',
      name: 'tried',
      language: 'en_US',
      namespace: 'n',
      ...(more.format === undefined ? {} : { parameterFormat: more.format }),
    } as const
    const rendered = compileContent(registered({ channel: 'whatsapp', ...content }, registration), 'en')
    const account = accountAt({ url: server.url, wabaId: '102290129340398' })
    const provider = whatsappOpener(parts).open(account, SECRETS, async () => undefined)
    const submission = aWhatsappMessage(TO, { content: rendered.render(values), ...more.submission })
    const outcome = await provider.submit(submission, 5_000)
    await provider.close()
    expect(outcome).to.have.property('_tag', 'Accepted')
    const body: unknown = JSON.parse(server.requests.at(-1)?.body ?? '')
    expect(body).to.deep.include({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: TO,
      type: 'template',
      biz_opaque_callback_data: `${submission.messageId} ${more.submission?.category === 'otp' ? 'authentication' : 'utility'} en_US tried`,
    })
    const { template } = body as { template: { name: string; language: object; components: unknown } }
    expect(template).to.deep.include({ name: 'tried', language: { code: 'en_US' } })
    return template.components
  }

  it('are none if the text takes no values', async () => {
    const buttons = [
      { type: 'quick_reply', text: 'Stop' },
      { type: 'url', text: 'Open', url: 'https://shop.example/' },
      { type: 'phone_number', text: 'Call', phoneNumber: '+16505550100' },
    ] as const
    expect(await componentsOf({ text: 'Hello.', header: 'Hi', footer: 'Bye', buttons }, {})).to.deep.equal([])
  })

  it('are an image and the values of the text', async () => {
    const media = { type: 'image', link: 'https://shop.example/{{file}}' } as const
    const content = { media, text: 'For {{name}}: {{what}}.' }
    const values = { file: 'a.png', name: 'Pablo', what: 'Rocks' }
    expect(await componentsOf(content, values)).to.deep.equal([
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/a.png' } }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Pablo' },
          { type: 'text', text: 'Rocks' },
        ],
      },
    ])
  })

  it('are a video, and a document with its name', async () => {
    const video = { type: 'video', link: '{{link}}' } as const
    const link = 'https://shop.example/v.mp4'
    expect(await componentsOf({ media: video, text: 'See.' }, { link })).to.deep.equal([
      { type: 'header', parameters: [{ type: 'video', video: { link } }] },
    ])
    const document = { type: 'document', link: '{{link}}', filename: 'Order {{no}}.pdf' } as const
    expect(await componentsOf({ media: document, text: 'See.' }, { link, no: '7' })).to.deep.equal([
      { type: 'header', parameters: [{ type: 'document', document: { link, filename: 'Order 7.pdf' } }] },
    ])
  })

  it('are a location', async () => {
    const location = { latitude: '{{lat}}', longitude: '{{lon}}', name: '{{name}}', address: '{{address}}' }
    const values = { lat: '37.4421', lon: '-122.1615', name: 'Pablo Morales', address: '1 Hacker Way' }
    expect(await componentsOf({ location, text: 'Here.' }, values)).to.deep.equal([
      {
        type: 'header',
        parameters: [
          {
            type: 'location',
            location: {
              latitude: '37.4421',
              longitude: '-122.1615',
              name: 'Pablo Morales',
              address: '1 Hacker Way',
            },
          },
        ],
      },
    ])
  })

  it('are the values of buttons, each with its position', async () => {
    const buttons = [
      { type: 'quick_reply', text: 'Yes', payload: '{{order}}' },
      { type: 'quick_reply', text: 'No', payload: 'no' },
      { type: 'phone_number', text: 'Call', phoneNumber: '+16505550100' },
      { type: 'url', text: 'Open', url: 'https://shop.example/o?id={{order}}' },
      { type: 'copy_code', code: '{{coupon}}' },
    ] as const
    expect(await componentsOf({ text: 'Hello.', buttons }, { order: 'A1', coupon: '25OFF' })).to.deep.equal([
      {
        type: 'button',
        sub_type: 'quick_reply',
        index: '0',
        parameters: [{ type: 'payload', payload: 'A1' }],
      },
      {
        type: 'button',
        sub_type: 'quick_reply',
        index: '1',
        parameters: [{ type: 'payload', payload: 'no' }],
      },
      { type: 'button', sub_type: 'url', index: '3', parameters: [{ type: 'text', text: 'A1' }] },
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '4',
        parameters: [{ type: 'coupon_code', coupon_code: '25OFF' }],
      },
    ])
  })

  for (const otpType of ['copy_code', 'one_tap', 'zero_tap'] as const)
    it(`are a code in the text and on its button (${otpType})`, async () => {
      const content = { text: 'Your code is {{code}}.', buttons: [{ type: 'otp', otpType }] } as const
      const submission = { category: 'otp', otp: '482913' } as const
      expect(await componentsOf(content, { code: '482913' }, { submission })).to.deep.equal([
        { type: 'body', parameters: [{ type: 'text', text: '482913' }] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '482913' }] },
      ])
    })

  it('have names if the vendor’s template names its variables', async () => {
    const content = { header: 'For {{who}}', text: 'Order {{order_no}} left.' }
    expect(await componentsOf(content, { who: 'Asha', order_no: '7' }, { format: 'named' })).to.deep.equal([
      { type: 'header', parameters: [{ type: 'text', parameter_name: 'who', text: 'Asha' }] },
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'order_no', text: '7' }] },
    ])
  })

  it('are the cards of a carousel', async () => {
    const card = (name: string) =>
      ({
        media: { type: 'image', link: `https://shop.example/{{${name}}}.jpg` },
        text: `The {{${name}}} one.`,
        buttons: [
          { type: 'quick_reply', text: 'More', payload: `{{${name}}}` },
          { type: 'url', text: 'Buy', url: `https://shop.example/{{${name}}}` },
        ],
      }) as const
    const sent = (value: string, at: number) => ({
      card_index: at,
      components: [
        {
          type: 'header',
          parameters: [{ type: 'image', image: { link: `https://shop.example/${value}.jpg` } }],
        },
        { type: 'body', parameters: [{ type: 'text', text: value }] },
        {
          type: 'button',
          sub_type: 'quick_reply',
          index: '0',
          parameters: [{ type: 'payload', payload: value }],
        },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: value }] },
      ],
    })
    const content = { text: 'Hello {{name}}, see these.', cards: [card('a'), card('b')] }
    expect(await componentsOf(content, { name: 'Pablo', a: 'aloe', b: 'crassula' })).to.deep.equal([
      { type: 'body', parameters: [{ type: 'text', text: 'Pablo' }] },
      { type: 'carousel', cards: [sent('aloe', 0), sent('crassula', 1)] },
    ])
  })

  it('stay out of the evidence of a call', async () => {
    const requests: string[] = []
    const content = compileContent(
      registered(
        { channel: 'whatsapp', text: 'Hello.', media: { type: 'image', link: '{{link}}' } },
        { channel: 'whatsapp', name: 'tried', language: 'en_US', namespace: 'n' },
      ),
      'en',
    ).render({ link: 'https://shop.example/private-4711.jpg' })
    const account = accountAt({ url: server.url, wabaId: '102290129340398' })
    const provider = whatsappOpener(parts).open(account, SECRETS, async () => undefined)
    const onWire = (message: unknown) => void requests.push(JSON.stringify(message))
    await provider.submit(aWhatsappMessage(TO, { content, onWire }), 5_000)
    await provider.close()
    expect(requests.join()).to.include('tried').and.not.to.include('private-4711')
  })
})
