import { parseQuery, queryStringOf } from '@postrider/web-server/receiving/parse-query'
import { expect } from 'chai'
import fc from 'fast-check'

describe('The query', () => {
  it('is parsed as the platform parses it', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(fc.dictionary(word, word), (parameters) => {
        const read = parseQuery(new URLSearchParams(parameters).toString())
        expect({ ...read }).to.deep.equal({ ...parameters })
      }),
    )
  })

  it('keeps a repeated parameter as a list, in order', () => {
    expect({ ...parseQuery('a=1&b=&a=2&&c&a=') }).to.deep.equal({ a: ['1', '2', ''], b: '', c: '' })
  })

  it('is empty if the encoding is broken', () => {
    for (const text of ['%', 'a=%', '%zz=1', 'a=%e0%80%80', 'a=%ff'])
      expect(parseQuery(text)).to.equal(undefined)
  })

  it('starts at the first question mark', () => {
    expect([queryStringOf('/a?b?c=d'), queryStringOf('/a'), queryStringOf('/a?')]).to.deep.equal([
      'b?c=d',
      '',
      '',
    ])
  })
})
