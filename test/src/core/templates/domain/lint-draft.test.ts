import type { DraftContent } from '@postrider/core/channels/channels'
import { expect } from 'chai'
import fc from 'fast-check'
import type { DraftBody } from '@postrider/core/templates/domain/draft'
import { lintDraft } from '@postrider/core/templates/domain/lint-draft'
import { parseText, variableNames } from '@postrider/core/kernel/texts/placeholders'
import type { TemplateVariable } from '@postrider/core/templates/domain/template'
import { VARIABLE_TYPES } from '@postrider/core/templates/domain/variable-type'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { check } from '../../check.js'

type Change = Partial<Omit<TemplateVariable, 'name'>> & { readonly name?: string }

const found = (draft: DraftBody): readonly string[] =>
  lintDraft(draft).map(({ field, code }) => `${field} ${code}`)

/** With each placeholder declared, in the order of their first appearance. */
const ofContent = (content: DraftContent): readonly string[] => {
  const texts = Object.entries(content).filter(([part]) => part !== 'channel')
  const names = new Set(texts.flatMap(([, text]) => variableNames(parseText(String(text)))))
  return found(aDraft({ content, variables: [...names].map((name) => ({ name, example: 'x' })) }))
}
const ofText = (text: string, ...names: readonly string[]): readonly string[] =>
  found(
    aDraft({ content: { channel: 'sms', text }, variables: names.map((name) => ({ name, example: 'x' })) }),
  )
const ofVariable = (change: Change): readonly string[] => {
  const variable = { name: 'a', example: 'x', ...change }
  return found(aDraft({ content: { channel: 'sms', text: `{{${variable.name}}}` }, variables: [variable] }))
}
const sms = (text: string): DraftContent => ({ channel: 'sms', text })
const email = (subject: string, text: string, html?: string): DraftContent =>
  html === undefined ? { channel: 'email', subject, text } : { channel: 'email', subject, text, html }
const whatsapp = (text: string, others: { header?: string; footer?: string } = {}): DraftContent => ({
  channel: 'whatsapp',
  text,
  ...others,
})

const CONTENTS: ReadonlyArray<readonly [string, DraftContent, readonly string[]]> = [
  ['a plain SMS', sms('Your order has left.'), []],
  ['an SMS of 2000 characters', sms('😀'.repeat(2_000)), []],
  ['a longer SMS', sms('x'.repeat(2_001)), ['/content/text too_long']],
  ['an empty SMS', sms(''), ['/content/text too_short']],
  ['an SMS of only blanks', sms(' \n'), ['/content/text too_short']],
  ['an SMS of several lines', sms('One\r\nTwo\n\tThree'), []],
  ['an SMS with NUL', sms('a\u0000'), ['/content/text format']],
  ['an SMS with half a character', sms('a\ud83d'), ['/content/text format']],
  ['braces around no name', sms('{{a b}} and {{}}'), ['/content/text format']],
  ['an unclosed brace', sms('{{a}} {{b'), ['/content/text format']],
  ['a style sheet', email('S', 'T', '<style>@media print{b{color:red}}</style>{{a}}'), []],
  ['single braces', sms('{a} {{{a}}}'), []],
  ['a full email', email('For {{a}}', 'Hi {{a}}\n{{b}}', '<p>{{a}}</p>'), []],
  ['a subject of two lines', email('For\n{{a}}', 'Hi'), ['/content/subject format']],
  ['a long subject', email('x'.repeat(201), 'Hi'), ['/content/subject too_long']],
  [
    'an empty email',
    email('', '', ''),
    ['/content/subject too_short', '/content/text too_short', '/content/html too_short'],
  ],
  [
    'an email too long',
    email('S', 'x'.repeat(50_001), 'x'.repeat(100_001)),
    ['/content/text too_long', '/content/html too_long'],
  ],
  ['a full WhatsApp', whatsapp('Hi {{a}}, {{b}}.', { header: 'To {{a}}', footer: 'Acme' }), []],
  ['a WhatsApp of 1024 characters', whatsapp('x'.repeat(1_024)), []],
  ['a longer WhatsApp', whatsapp('x'.repeat(1_025)), ['/content/text too_long']],
  ['a header and footer of 60', whatsapp('Hi', { header: '😀'.repeat(60), footer: 'x'.repeat(60) }), []],
  [
    'a longer header and footer',
    whatsapp('Hi', { header: 'x'.repeat(61), footer: 'x'.repeat(61) }),
    ['/content/header too_long', '/content/footer too_long'],
  ],
  [
    'a header and footer of two lines',
    whatsapp('Hi', { header: 'a\nb', footer: 'a\rb' }),
    ['/content/header format', '/content/footer format'],
  ],
  ['a variable in the footer', whatsapp('Hi', { footer: 'By {{a}}' }), ['/content/footer not_allowed']],
  ['a variable by itself in the header', whatsapp('Hi', { header: '{{a}}' }), []],
  ['a variable first in a WhatsApp body', whatsapp('{{a}} hi'), ['/content/text format']],
  ['a variable first except for a blank', whatsapp(' {{a}} hi'), ['/content/text format']],
  ['a variable last in a WhatsApp body', whatsapp('hi {{a}}'), ['/content/text format']],
  ['a variable last except for a line break', whatsapp('hi {{a}}\n'), ['/content/text format']],
  ['two variables side by side', whatsapp('hi {{a}}{{b}}.'), ['/content/text format']],
  ['two variables with a blank between', whatsapp('hi {{a}} {{b}}.'), ['/content/text format']],
  ['only a variable', whatsapp('{{a}}'), ['/content/text format', '/content/text format']],
  ['the same in an SMS', sms('{{a}}{{b}}'), []],
]

const VARIABLES: ReadonlyArray<readonly [string, Change, readonly string[]]> = [
  ['a name of 64 characters', { name: 'x'.repeat(64) }, []],
  ['a reserved name', { name: '__proto__' }, ['/variables/0/name not_allowed']],
  ['a length of 500', { maxLength: 500 }, []],
  ['a length of 501', { maxLength: 501 }, ['/variables/0/maxLength too_large']],
  [
    'no length at all',
    { maxLength: 0, example: '' },
    ['/variables/0/maxLength too_small', '/variables/0/example too_short'],
  ],
  ['a fractional length', { maxLength: 1.5 }, ['/variables/0/maxLength type']],
  ['an example as long as allowed', { maxLength: 2, example: '😀😀' }, []],
  ['a longer example', { maxLength: 2, example: 'xxx' }, ['/variables/0/example too_long']],
  ['an example of another type', { type: 'numeric' }, ['/variables/0/example format']],
  ['an example of its type', { type: 'numeric', example: '1' }, []],
  ['an example with a control character', { example: 'a\u0007' }, ['/variables/0/example format']],
]

describe('The lint of a draft:', () => {
  for (const [what, content, problems] of CONTENTS)
    it(`${what} has ${problems.length === 0 ? 'no problem' : problems.join(', ')}`, () => {
      expect(ofContent(content)).to.deep.equal(problems)
    })

  for (const [what, change, problems] of VARIABLES)
    it(`a variable with ${what} has ${problems.length === 0 ? 'no problem' : problems.join(', ')}`, () => {
      expect(ofVariable(change)).to.deep.equal(problems)
    })

  it('placeholders are declared, in each part', () => {
    const content = { channel: 'email', subject: '{{a}} {{b}}', text: '{{b}} {{b}}', html: '{{c}}' } as const
    expect(found(aDraft({ content, variables: [{ name: 'a', example: 'x' }] }))).to.deep.equal([
      '/content/subject unknown',
      '/content/text unknown',
      '/content/html unknown',
    ])
  })

  it("an example is valid for its channel's vendor", () => {
    for (const example of ['a\nb', 'a\tb', 'a     b'])
      for (const [content, problems] of [
        [whatsapp('For {{a}}.'), ['/variables/0/example format']],
        [sms('For {{a}}.'), []],
      ] as const)
        expect(found(aDraft({ content, variables: [{ name: 'a', example }] }))).to.deep.equal(problems)
  })

  it('declared variables are used, declared once and validly named', () => {
    expect(ofText('{{b}}', 'a', 'b', 'b')).to.deep.equal([
      '/variables/0/name mismatch',
      '/variables/2/name not_allowed',
    ])
    for (const name of ['', 'a-b', ' a', 'ä', 'a\n', 'x'.repeat(65)])
      expect(ofText('Hi', name), name).to.deep.equal(['/variables/0/name format'])
    expect(ofText('{{toString}}', 'toString')).to.deep.equal([])
  })

  it('there are at most 50 variables', () => {
    const names = Array.from({ length: 51 }, (_, at) => `v${at}`)
    const text = names.map((name) => `{{${name}}}`).join(' ')
    expect(ofText(text, ...names)).to.deep.equal(['/variables too_many'])
    expect(ofText(text.replace(' {{v50}}', ''), ...names.slice(0, 50))).to.deep.equal([])
  })

  it('examples have one line if their variable is in a one-line part', () => {
    const variables = ['a', 'b'].map((name) => ({ name, example: 'x\ny' }))
    expect(found(aDraft({ content: email('{{a}}', '{{a}} {{b}}'), variables }))).to.deep.equal([
      '/variables/0/example format',
    ])
    expect(found(aDraft({ content: whatsapp('See {{b}}.', { header: '{{a}}' }), variables }))).to.deep.equal([
      '/variables/0/example format',
      '/variables/1/example format',
    ])
  })

  it('in an SMS for +91, and in no other, every variable has a type other than text', () => {
    const variables: TemplateVariable[] = [
      { name: 'a', example: 'x' },
      { name: 'b', type: 'text', example: 'x' },
      { name: 'c', type: 'alphanumeric', example: 'x' },
    ]
    const content = { channel: 'sms', text: '{{a}} {{b}} {{c}}' } as const
    expect(found(aDraft({ content: { ...content, dlt: true }, variables }))).to.deep.equal([
      '/variables/0/type not_allowed',
      '/variables/1/type not_allowed',
    ])
    expect(found(aDraft({ content: { ...content, dlt: false }, variables }))).to.deep.equal([])
    expect(found(aDraft({ content, variables }))).to.deep.equal([])
  })

  it('an SMS whose examples take too many segments has a problem with its text', () => {
    const names = Array.from({ length: 50 }, (_, at) => `v${at}`)
    const ofLength = (length: number): readonly string[] => {
      const variables = names.map((name) => ({ name, example: 'ł'.repeat(length) }))
      const text = names.map((name) => `{{${name}}}`).join('')
      return found(aDraft({ content: sms(text), variables }))
    }
    expect(ofLength(341)).to.deep.equal([])
    expect(ofLength(342)).to.deep.equal(['/content/text too_long'])
  })

  it('at most fifty problems are named, and no example or text is repeated', () => {
    const variables = Array.from({ length: 60 }, () => ({
      name: '?',
      type: 'numeric' as const,
      example: 'secret',
    }))
    const problems = lintDraft(aDraft({ content: sms('secret {{'), variables }))
    expect(problems).to.have.length(50)
    expect(JSON.stringify(problems)).not.to.contain('secret')
  })

  it('a draft without problems has none with its variables in another order', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 })
    check(
      fc.property(names, names, fc.constantFrom(...VARIABLE_TYPES), (used, declared, type) => {
        const text = used.map((name) => `{{${name}}}`).join(' and ')
        const example = {
          text: 'x',
          numeric: '1',
          alphanumeric: 'x',
          email: 'a@b.example',
          cbn: '139',
          url: 'www.a.in',
          urlott: 'www.a.in',
        }[type]
        const variables = declared.map((name) => ({ name, type, example }))
        const isMatching = used.length === declared.length && used.every((name) => declared.includes(name))
        expect(found(aDraft({ content: sms(text), variables })).length === 0).to.equal(isMatching)
      }),
    )
  })
})
