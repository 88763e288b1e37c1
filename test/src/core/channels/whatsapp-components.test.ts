import type { DraftContent } from '@postrider/core/channels/channels'
import { compileContent, registered, registrationProblems } from '@postrider/core/channels/own-records'
import { lintDraft } from '@postrider/core/templates/domain/lint-draft'
import { compileTemplate } from '@postrider/core/templates/domain/compiled-template'
import { checkVariables } from '@postrider/core/templates/domain/check-variables'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { fresh } from '@postrider/conformance/builders/fresh'
import { expect } from 'chai'

type Content = DraftContent<'whatsapp'>
type Button = NonNullable<Content['buttons']>[number]
type Card = NonNullable<Content['cards']>[number]

const text = 'Your order has left.'
const IMAGE = { type: 'image', link: 'https://shop.example/a.jpg' } as const
const QUICK: Button = { type: 'quick_reply', text: 'Yes' }
const CALL: Button = { type: 'phone_number', text: 'Call us', phoneNumber: '+4930901820' }
const OTP: Button = { type: 'otp', otpType: 'one_tap' }
const card = (change: Partial<Card> = {}): Card => ({ media: IMAGE, buttons: [QUICK], ...change })
const opening = (url: string): Button => ({ type: 'url', text: 'Open', url })

type Examples = Readonly<Record<string, string>>

const found = (parts: Partial<Content>, examples: Examples = {}, category?: 'otp'): readonly string[] => {
  const content: Content = { channel: 'whatsapp', text, ...parts }
  const variables = Object.entries(examples).map(([name, example]) => ({ name, example }))
  const draft = aDraft({ content, variables, category: category ?? 'transactional' })
  return lintDraft(draft).map(({ field, code }) => `${field} ${code}`)
}

const FINE: ReadonlyArray<readonly [string, Partial<Content>, Examples?, 'otp'?]> = [
  ['an image from a fixed link', { media: IMAGE }],
  [
    'a document from a variable',
    { media: { type: 'document', link: '{{a}}', filename: '{{b}}.pdf' } },
    { a: 'https://a.example/1', b: '7' },
  ],
  [
    'a video whose link ends with a variable',
    { media: { type: 'video', link: 'https://a.example/{{a}}.mp4' } },
    { a: 'x' },
  ],
  [
    'a location',
    { location: { latitude: '{{a}}', longitude: '13.4', name: 'Shop', address: '{{b}}' } },
    { a: '-52.5', b: 'Mitte' },
  ],
  [
    'buttons of every kind',
    {
      buttons: [
        QUICK,
        { ...QUICK, payload: '{{a}}' },
        opening('https://a.example/?o={{a}}'),
        CALL,
        { type: 'copy_code', code: '{{a}}' },
      ],
    },
    { a: 'x' },
  ],
  ['an OTP button', { text: 'Your code is {{a}}.', buttons: [OTP] }, { a: '123456' }, 'otp'],
  [
    'cards',
    { cards: [card({ text: 'The {{a}} one.' }), card({ text: 'The {{b}} one.' })] },
    { a: 'x', b: 'y' },
  ],
]

const WRONG: ReadonlyArray<readonly [string, Partial<Content>, readonly string[], Examples?, 'otp'?]> = [
  ['two headers', { header: 'A', media: IMAGE }, ['/content/media not_allowed']],
  ['a footer with cards', { footer: 'A', cards: [card(), card()] }, ['/content/footer not_allowed']],
  [
    'a link that isn’t https',
    { media: { ...IMAGE, link: 'http://a.example/1' } },
    ['/content/media/link format'],
  ],
  [
    'a host from a variable',
    { media: { ...IMAGE, link: 'https://a.example{{a}}' } },
    ['/content/media/link format'],
    { a: 'x' },
  ],
  [
    'an example that is no link',
    { media: { ...IMAGE, link: '{{a}}' } },
    ['/variables/0/example format'],
    { a: 'x' },
  ],
  [
    'a name for an image',
    { media: { ...IMAGE, filename: 'a.jpg' } },
    ['/content/media/filename not_allowed'],
  ],
  [
    'no degrees',
    { location: { latitude: '91', longitude: '{{a}}', name: 'A', address: 'B' } },
    ['/content/location/latitude format', '/variables/0/example format'],
    { a: '200' },
  ],
  [
    'half a number of degrees',
    { location: { latitude: '5{{a}}', longitude: '1', name: 'A', address: 'B' } },
    ['/content/location/latitude format'],
    { a: '2' },
  ],
  [
    'an empty place',
    { location: { latitude: '1', longitude: '1', name: ' ', address: 'B' } },
    ['/content/location/name too_short'],
  ],
  [
    'a label with a variable',
    { buttons: [{ ...QUICK, text: 'Yes {{a}}' }] },
    ['/content/buttons/0/text not_allowed'],
    { a: 'x' },
  ],
  ['a long label', { buttons: [{ ...QUICK, text: 'x'.repeat(26) }] }, ['/content/buttons/0/text too_long']],
  [
    'parts of another button',
    { buttons: [{ ...QUICK, url: 'https://a.example/' }, { type: 'url' }] },
    [
      '/content/buttons/0/url not_allowed',
      '/content/buttons/1/text required',
      '/content/buttons/1/url required',
    ],
  ],
  [
    'a variable inside a link',
    { buttons: [opening('https://a.example/{{a}}/b')] },
    ['/content/buttons/0/url format'],
    { a: 'x' },
  ],
  [
    'a link that is a variable',
    { buttons: [opening('{{a}}')] },
    ['/content/buttons/0/url format'],
    { a: 'https://a.example/' },
  ],
  [
    'three links',
    { buttons: [1, 2, 3].map((at) => opening(`https://a.example/${at}`)) },
    ['/content/buttons too_many'],
  ],
  ['alternating buttons', { buttons: [QUICK, CALL, QUICK] }, ['/content/buttons not_allowed']],
  [
    'a long coupon',
    { buttons: [{ type: 'copy_code', code: '{{a}}' }] },
    ['/variables/0/example format'],
    { a: 'x'.repeat(16) },
  ],
  [
    'a mixed payload',
    { buttons: [{ ...QUICK, payload: 'a {{a}}' }] },
    ['/content/buttons/0/payload format'],
    { a: 'x' },
  ],
  [
    'an OTP button of another category',
    { text: 'It is {{a}}.', buttons: [OTP] },
    ['/content/buttons not_allowed'],
    { a: '1' },
  ],
  ['an OTP button without a code', { buttons: [OTP] }, ['/content/text mismatch'], {}, 'otp'],
  [
    'an OTP with an image',
    { text: 'It is {{a}}.', media: IMAGE },
    ['/content/media not_allowed'],
    { a: '1' },
    'otp',
  ],
  [
    'an OTP with a link',
    { text: 'It is {{a}}.', buttons: [QUICK] },
    ['/content/buttons not_allowed'],
    { a: '1' },
    'otp',
  ],
  ['unequal cards', { cards: [card(), card({ text: 'More.' })] }, ['/content/cards/1 mismatch']],
  [
    'a card with a document',
    { cards: [card(), card()].map((one) => ({ ...one, media: { ...IMAGE, type: 'document' as const } })) },
    ['/content/cards/0/media/type not_allowed', '/content/cards/1/media/type not_allowed'],
  ],
  [
    'a card that starts with a variable',
    { cards: [card({ text: '{{a}} one.' }), card({ text: 'The one.' })] },
    ['/content/cards/0/text format'],
    { a: 'x' },
  ],
  [
    'an undeclared variable in a card',
    { cards: [card({ media: { ...IMAGE, link: '{{b}}' } }), card()] },
    ['/content/cards/0/media/link unknown'],
  ],
]

describe('The components of a WhatsApp text', () => {
  for (const [what, parts, examples, category] of FINE)
    it(`can be ${what}`, () => expect(found(parts, examples, category)).to.deep.equal([]))

  for (const [what, parts, problems, examples, category] of WRONG)
    it(`can't be ${what}`, () => expect(found(parts, examples, category)).to.deep.equal(problems))

  it('are rendered with their values, and read as lines', () => {
    const content: Content = {
      channel: 'whatsapp',
      text: 'Hello {{name}}.',
      media: { type: 'document', link: 'https://shop.example/{{file}}', filename: 'Invoice {{no}}.pdf' },
      footer: 'Acme',
      buttons: [CALL, { ...opening('https://shop.example/o/{{no}}') }],
    }
    const values = { name: 'Asha', file: 'a/1.pdf', no: '7' }
    expect(compileContent(content, 'en').render(values)).to.deep.equal({
      channel: 'whatsapp',
      text:
        '[document Invoice 7.pdf] https://shop.example/a/1.pdf' +
        '\nHello Asha.\nAcme\n[Call us] +4930901820\n[Open] https://shop.example/o/7',
      headerParameters: [],
      bodyParameters: ['Asha'],
      media: { type: 'document', link: 'https://shop.example/a/1.pdf', filename: 'Invoice 7.pdf' },
      buttons: [{ index: 1, type: 'url', value: '7' }],
      templateName: undefined,
      language: 'en',
    })
  })

  it('accept only values that fit their places', () => {
    const content: Content = {
      channel: 'whatsapp',
      text: 'Here it is.',
      media: { type: 'image', link: '{{file}}' },
      buttons: [opening('https://shop.example/{{no}}'), { type: 'copy_code', code: '{{code}}' }],
    }
    const variables = ['file', 'no', 'code'].map((name) => ({ name, example: 'x' }))
    const template = compileTemplate({
      templateId: fresh.id('tpl'),
      templateVersionId: fresh.id('tpv'),
      organizationId: fresh.id('org'),
      name: 'here',
      category: 'transactional',
      language: 'en',
      variantOf: undefined,
      content,
      variables,
      status: 'approved',
      isForSandbox: false,
    })
    const broken = (values: Examples) => checkVariables(template, values).map(({ field }) => field)
    expect(broken({ file: 'https://a.example/1', no: '7', code: 'SAVE' })).to.deep.equal([])
    expect(broken({ file: 'javascript:alert(1)', no: '7 8', code: 'x'.repeat(16) })).to.deep.equal([
      '/variables/file',
      '/variables/no',
      '/variables/code',
    ])
    expect(broken({ file: 'https://a.example/1', no: '7', code: ' ' })).to.deep.equal(['/variables/code'])
  })
})

describe("A registration with WhatsApp's vendor", () => {
  const content: Content = { channel: 'whatsapp', header: 'For {{Who}}', text: 'It is {{order_no}} here.' }
  const recorded = (more: object, isOtp = false, of: Content = content) =>
    registrationProblems({ channel: 'whatsapp', ...WHATSAPP_REGISTRATION, ...more }, of, isOtp).map(
      ({ field, code }) => `${field} ${code}`,
    )

  it('by name needs names that the vendor allows', () => {
    expect(recorded({ parameterFormat: 'named' })).to.deep.equal([
      '/registration/whatsapp/parameterFormat mismatch',
    ])
    expect(recorded({ parameterFormat: 'positional' })).to.deep.equal([])
    expect(
      recorded({ parameterFormat: 'named' }, false, { ...content, header: 'For {{who}}' }),
    ).to.deep.equal([])
  })

  it('has the category for OTPs exactly if the template has it', () => {
    expect(recorded({ category: 'authentication' })).to.deep.equal([
      '/registration/whatsapp/category mismatch',
    ])
    expect(recorded({ category: 'utility' }, true)).to.deep.equal([
      '/registration/whatsapp/category mismatch',
    ])
    expect(recorded({ category: 'authentication' }, true)).to.deep.equal([])
    expect(recorded({ category: 'marketing' })).to.deep.equal([])
  })

  it('by name sends the names with the values', () => {
    const named = { ...WHATSAPP_REGISTRATION, parameterFormat: 'named' as const }
    const sent = registered({ ...content, header: 'For {{who}}' }, { channel: 'whatsapp', ...named })
    expect(compileContent(sent, 'en').render({ who: 'Asha', order_no: '7' })).to.deep.include({
      headerParameters: ['Asha'],
      bodyParameters: ['7'],
      parameterNames: { header: ['who'], body: ['order_no'] },
    })
  })
})
