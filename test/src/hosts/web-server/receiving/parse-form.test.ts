import { expect } from 'chai'
import fc from 'fast-check'
import { FORM_LIMIT_BYTES, parseForm } from '@postrider/web-server/receiving/parse-form'

const formOf = (text: string): Record<string, string> | undefined => {
  const fields = parseForm(Buffer.from(text))
  return fields === undefined ? undefined : Object.fromEntries(fields)
}

describe('A form', () => {
  it('is parsed as the platform parses it', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.dictionary(word, word, { maxKeys: 8 }), (fields) => {
        expect(formOf(new URLSearchParams(fields).toString())).to.deep.equal({ ...fields })
      }),
    )
  })

  it('keeps the typed text exactly', () => {
    expect(formOf('password=+a%2Bb%26c%3D%25+&token=x')).to.deep.equal({ password: ' a+b&c=% ', token: 'x' })
    expect(formOf('password=%F0%9F%94%91&a=')).to.deep.equal({ password: '🔑', a: '' })
    expect(formOf('')).to.deep.equal({})
  })

  it('has fields with names of built-in object properties', () => {
    const fields = parseForm(Buffer.from('__proto__=1&constructor=2&toString=3'))
    expect([...(fields ?? [])]).to.deep.equal([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ])
  })

  it('is rejected with a duplicate field', () => {
    for (const text of [
      'token=a&token=b',
      'token=a&password=x&token=a',
      'token=a&%74oken=b',
      'a&a',
      '__proto__=1&__proto__=2',
    ])
      expect(formOf(text), text).to.equal(undefined)
  })

  it('is rejected with invalid UTF-8 or broken encoding', () => {
    for (const text of ['a=%', 'a=%zz', 'a=%ff', 'a=%c3', 'a=%e0%80%80', 'a=%ed%a0%80'])
      expect(formOf(text), text).to.equal(undefined)
    expect(parseForm(Buffer.from([0x61, 0x3d, 0xff]))).to.equal(undefined)
  })

  it('is rejected with too many fields or too many bytes', () => {
    const fields = (count: number) => Array.from({ length: count }, (_each, index) => `f${index}=x`).join('&')
    expect(formOf(fields(16))).to.have.property('f15', 'x')
    expect(formOf(fields(17))).to.equal(undefined)
    const longest = `a=${'x'.repeat(FORM_LIMIT_BYTES - 2)}`
    expect(formOf(longest)?.['a']).to.have.length(FORM_LIMIT_BYTES - 2)
    expect(formOf(`${longest}x`)).to.equal(undefined)
  })
})
