import { expect } from 'chai'
import fc from 'fast-check'
import { formOf, VARIABLE_TYPES, type VariableType } from '@postrider/core/templates/domain/variable-type'
import { check } from '../../check.js'

const fits = (type: VariableType, value: string): boolean => formOf(type)?.fits(value) ?? true

const LINKS = {
  good: [
    'https://acme.example',
    'HTTP://Acme.Example/Path',
    'www.acme.example/x?y=1#z',
    'https://acme.example:8443/a-b_c~d/%E0%A4%86?q=(1)&r=[2]',
    'https://xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g/',
    'https://wa.me/919876543210',
  ],
  bad: [
    'acme.example',
    'https://acme',
    'https://',
    'www.',
    'ftp://acme.example',
    'javascript:alert(1)',
    'https://user:pass@acme.example',
    'https://acme.example@evil.example/',
    'https://10.0.0.1/',
    'https://acme.example/a b',
    'see https://acme.example',
    'https://acme.example and more',
    'https://acme.example/<b>',
    'https://acme.example/\n',
  ],
}

const VALUES: Readonly<
  Record<Exclude<VariableType, 'text'>, { good: readonly string[]; bad: readonly string[] }>
> = {
  numeric: {
    good: ['0', '0042', '9'.repeat(500)],
    bad: ['-1', '1.5', '1,000', ' 1', '1\n', '१२', 'a', '****'],
  },
  alphanumeric: {
    good: ['A1', 'Asha Rao', 'आशा', 'Zoë', '42'],
    bad: [' ', ' a', 'a-b', 'a.b', 'a@b', 'a\nb', 'a\tb', '😀', '****'],
  },
  url: LINKS,
  urlott: LINKS,
  cbn: {
    good: ['+919876543210', '9876543210', '1800 123 4567', '1800-123-4567', '022-12345678', '139'],
    bad: ['12', '+', '1'.repeat(16), '1  2 3', '123-', '-123', '12+34', '(022) 123456', 'call me', '123\n'],
  },
  email: {
    good: ['asha@acme.example', 'a.b+c@acme.example'],
    bad: [
      'asha',
      'asha@acme',
      '@acme.example',
      'Asha <asha@acme.example>',
      'a@acme.example\n',
      'a b@acme.example',
    ],
  },
}

describe('A variable type', () => {
  for (const [type, { good, bad }] of Object.entries(VALUES) as ReadonlyArray<
    [VariableType, { good: readonly string[]; bad: readonly string[] }]
  >)
    it(`${type} accepts its own values, and nothing else nor an empty text`, () => {
      for (const value of good) expect(fits(type, value), value).to.equal(true)
      for (const value of [...bad, '']) expect(fits(type, value), value).to.equal(false)
    })

  it('text accepts anything and costs nothing', () => {
    expect(formOf('text')).to.equal(undefined)
  })

  it('numeric accepts exactly the texts of ASCII digits', () => {
    check(
      fc.property(fc.string({ unit: fc.constantFrom('0', '9', '٣', '.', ' ', 'a') }), (value) => {
        const digits = [...value].filter((each) => '0123456789'.includes(each)).length
        expect(fits('numeric', value)).to.equal(value !== '' && digits === value.length)
      }),
    )
  })

  it('other than text never accepts a line break, a control character or markup', () => {
    const spoiler = fc.constantFrom('\n', '\r', '\t', '\u0000', '\u2028', '<', '"')
    const types = fc.constantFrom(...VARIABLE_TYPES.filter((type) => type !== 'text'))
    check(
      fc.property(types, fc.nat(), fc.nat(), spoiler, (type, which, where, character) => {
        const { good } = VALUES[type]
        const value = good[which % good.length] ?? ''
        const at = where % (value.length + 1)
        const spoilt = value.slice(0, at) + character + value.slice(at)
        expect(fits(type, spoilt), JSON.stringify(spoilt)).to.equal(false)
      }),
    )
  })

  it('quickly rejects a long value in another format', () => {
    const hostile = [
      `https://${'a.'.repeat(245)}`,
      `www.${'a-'.repeat(248)}`,
      '1 '.repeat(250),
      `a@${'b.'.repeat(249)}`,
    ]
    for (const value of hostile)
      for (const type of ['numeric', 'url', 'cbn', 'email'] as const)
        expect(fits(type, value)).to.equal(false)
  })
})
