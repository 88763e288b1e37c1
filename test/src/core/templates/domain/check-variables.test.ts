import type { TemplateContent } from '@postrider/core/channels/channels'
import { expect } from 'chai'
import { checkVariables } from '@postrider/core/templates/domain/check-variables'
import { compileTemplate } from '@postrider/core/templates/domain/compiled-template'
import { VARIABLE_TYPES, type VariableType } from '@postrider/core/templates/domain/variable-type'
import { aTemplate } from '@postrider/conformance/builders/a-template'

const sms = (...names: readonly string[]) =>
  compileTemplate(
    aTemplate({
      content: { channel: 'sms', text: names.map((name) => `{{${name}}}`).join(' ') },
      variables: names.map((name) => ({ name, example: 'x' })),
    }),
  )
const found = (template: ReturnType<typeof sms>, variables: unknown): readonly string[] =>
  checkVariables(template, variables as Record<string, string>).map(({ field, code }) => `${field} ${code}`)

describe('Variables', () => {
  it('that are exactly the declared ones are valid', () => {
    expect(found(sms('a', 'b'), { b: '', a: 'x' })).to.deep.equal([])
  })

  it('that are missing and that are extra are all named together', () => {
    expect(found(sms('a', 'b'), { c: 'x', d: 'y' })).to.deep.equal([
      '/variables/a required',
      '/variables/b required',
      '/variables/c unknown',
      '/variables/d unknown',
    ])
  })

  it("that every object inherits don't count as given", () => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty']
    expect(found(sms(...names), {})).to.deep.equal(names.map((name) => `/variables/${name} required`))
  })

  it('with such names are accepted as own properties', () => {
    const own: unknown = JSON.parse('{"toString":"x","__proto__":"y"}')
    expect(found(sms('toString', '__proto__'), own)).to.deep.equal([])
    expect(found(sms(), own)).to.deep.equal(['/variables/toString unknown', '/variables/__proto__ unknown'])
  })

  it('are named by JSON pointers, with ~ and / escaped', () => {
    expect(found(sms(), { 'a/b~c~1': 'x' })).to.deep.equal(['/variables/a~1b~0c~01 unknown'])
  })

  it('can have 500 characters, or as many as declared, counted in code points', () => {
    expect(found(sms('a'), { a: '😀'.repeat(500) })).to.deep.equal([])
    expect(found(sms('a'), { a: 'x'.repeat(501) })).to.deep.equal(['/variables/a too_long'])
    const short = compileTemplate(aTemplate({ variables: [{ name: 'name', maxLength: 2, example: 'x' }] }))
    expect(found(short, { name: '😀😀' })).to.deep.equal([])
    expect(found(short, { name: '😀😀😀' })).to.deep.equal(['/variables/name too_long'])
  })

  const oneLine: ReadonlyArray<readonly [string, TemplateContent]> = [
    ['an email subject', { channel: 'email', subject: '{{a}}', text: '{{a}} {{b}}' }],
    ['a WhatsApp header', { channel: 'whatsapp', header: '{{a}}', text: '{{a}} {{b}}' }],
  ]
  for (const [what, content] of oneLine) {
    it(`in ${what} can't have a line break or other control character`, () => {
      const variables = ['a', 'b'].map((name) => ({ name, example: 'x' }))
      const template = compileTemplate(aTemplate({ content, variables }))
      for (const character of ['\n', '\r', '\t', '\u000b', '\u007f', '\u0085', '\u2028', '\u2029']) {
        const ofText = content.channel === 'whatsapp' ? ['/variables/b format'] : []
        expect(found(template, { a: `x${character}`, b: character })).to.deep.equal([
          '/variables/a format',
          ...ofText,
        ])
      }
    })
  }

  it("of a WhatsApp text follow its vendor's rules: visible, one line, no tabs, and no five spaces in a row", () => {
    const variables = [{ name: 'a', example: 'x' }]
    const content: TemplateContent = { channel: 'whatsapp', text: 'For {{a}}.' }
    const template = compileTemplate(aTemplate({ content, variables }))
    for (const value of [
      'a\nb',
      'a\r\nb',
      'a\tb',
      'a     b',
      `a${' '.repeat(9)}b`,
      'a\u0007',
      'a\u2028b',
      '    ',
      '',
      '\u00a0',
    ])
      expect(found(template, { a: value }), JSON.stringify(value)).to.deep.equal(['/variables/a format'])
    for (const value of ['a    b', 'a    b    c', '日本 😀'])
      expect(found(template, { a: value }), JSON.stringify(value)).to.deep.equal([])
    const ofSms = sms('a')
    expect(found(ofSms, { a: 'a\n     b' })).to.deep.equal([])
  })

  const typed = (type: VariableType, maxLength = 500) =>
    compileTemplate(
      aTemplate({
        content: { channel: 'email', subject: '{{a}}', text: '{{a}}' },
        variables: [{ name: 'a', type, maxLength, example: 'x' }],
      }),
    )

  it('have the form of their type, with one error for each', () => {
    expect(found(typed('numeric'), { a: '0042' })).to.deep.equal([])
    expect(found(typed('numeric'), { a: '4 2' })).to.deep.equal(['/variables/a format'])
    expect(found(typed('numeric', 2), { a: 'abc' })).to.deep.equal(['/variables/a too_long'])
    expect(found(typed('numeric'), { a: '42\n' })).to.deep.equal(['/variables/a format'])
    expect(found(typed('text'), { a: '' })).to.deep.equal([])
  })

  it('that are masks of an OTP are judged as the digits behind them', () => {
    const judged = (type: VariableType, codeVariable?: string) =>
      checkVariables(typed(type, 4), { a: '****' }, codeVariable).map(({ code }) => code)
    expect(judged('numeric', 'a')).to.deep.equal([])
    expect(judged('alphanumeric', 'a')).to.deep.equal([])
    expect(judged('numeric')).to.deep.equal(['format'])
    expect(judged('numeric', 'b')).to.deep.equal(['format'])
    expect(judged('url', 'a')).to.deep.equal(['format'])
  })

  it('are never repeated in errors about them', () => {
    const problems = checkVariables(sms('a'), { a: 'secret'.repeat(100), b: 'secret' })
    expect(JSON.stringify(problems)).not.to.contain('secret')
    for (const type of VARIABLE_TYPES)
      expect(JSON.stringify(checkVariables(typed(type), { a: '<secret>' }))).not.to.contain('secret')
  })
})
