import { expect } from 'chai'
import fc from 'fast-check'
import { fill, parseText, variableNames } from '@postrider/core/kernel/texts/placeholders'
import { check } from '../../check.js'

const filled = (text: string, variables: Record<string, string>): string => fill(parseText(text), variables)

describe('A text with placeholders', () => {
  it('stays the same without any', () => {
    expect(filled('Hello', {})).to.equal('Hello')
    expect(filled('', {})).to.equal('')
  })

  it('replaces placeholders at the start, at the end, side by side and repeated', () => {
    expect(filled('{{a}}{{b}} and {{a}}', { a: '1', b: '2' })).to.equal('12 and 1')
  })

  it('never looks for placeholders in values', () => {
    expect(filled('{{a}}{{b}}', { a: '{{b}}', b: '$& {{a}}' })).to.equal('{{b}}$& {{a}}')
    expect(filled('{{{a}}', { a: '{x}}' })).to.equal('{{x}}')
  })

  it('keeps braces that enclose no name', () => {
    for (const text of ['{{}}', '{{ a }}', '{{a-b}}', '{a}', '{{a', `{{${'x'.repeat(65)}}}`])
      expect(filled(text, { a: 'no' })).to.equal(text)
  })

  it('replaces a variable without a value by nothing, also if every object has a property of that name', () => {
    expect(filled('<{{a}}>', {})).to.equal('<>')
    expect(filled('<{{toString}}{{constructor}}{{__proto__}}>', {})).to.equal('<>')
    const own = JSON.parse('{"__proto__":"p","toString":"t"}') as Record<string, string>
    expect(filled('{{__proto__}}{{toString}}', own)).to.equal('pt')
  })

  it('lists each variable once, in the order of appearance', () => {
    expect(variableNames(parseText('{{b}} {{a}} {{b}} {{c}}'))).to.deep.equal(['b', 'a', 'c'])
  })

  it('alternates literals and values, for any literals and values', () => {
    const literal = fc.string().map((text) => text.replaceAll(/[{}]/g, ''))
    const parts = fc.array(fc.tuple(literal, fc.constantFrom('a', 'b', 'c')), { maxLength: 8 })
    check(
      fc.property(parts, literal, fc.string(), fc.string(), (pairs, end, a, b) => {
        const variables: Record<string, string> = { a, b, c: '{{a}}' }
        const text = pairs.map(([before, name]) => `${before}{{${name}}}`).join('') + end
        const expected = pairs.map(([before, name]) => before + (variables[name] ?? '')).join('') + end
        expect(filled(text, variables)).to.equal(expected)
      }),
    )
  })
})
