import { surveyJson } from '@postrider/web-server/receiving/survey-json'
import { expect } from 'chai'
import fc from 'fast-check'

const repeatedIn = (text: string) => surveyJson(text).repeated

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('The JSON survey', () => {
  it('finds duplicate names in objects, at any depth and in any spelling', () => {
    expect(repeatedIn('{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}')).to.deep.equal([])
    expect(repeatedIn('{"a":1,"a":2}')).to.deep.equal(['/a'])
    expect(repeatedIn('{"a":1, "\\u0061" : 2, "a":3}')).to.deep.equal(['/a'])
    expect(repeatedIn('{"":1,"x":{"m":[0,{"a/b":1,"a\\/b":2,"~":1,"~":2}]},"":2}')).to.deep.equal([
      '/x/m/1/a~1b',
      '/x/m/1/~0',
      '/',
    ])
  })

  it('reports at most fifty', () => {
    const members = Array.from({ length: 60 }, (_, at) => `"n${at}":1`)
    expect(repeatedIn(`{${[...members, ...members].join(',')}}`)).to.have.length(50)
  })

  it('reports where a text stops being JSON', () => {
    const places: ReadonlyArray<readonly [string, number]> = [
      ['{"a": nope}', 6],
      ['{"a":1,}', 7],
      ['{"a" 1}', 5],
      ['{a:1}', 1],
      ['[1,]', 3],
      ['{"a":"x\n"}', 7],
      ['{"a":"\\x"}', 6],
      ['{"a":01}', 6],
      ['{"a":1', 6],
      ['{"a":"', 6],
      ['{} x', 3],
      ['', 0],
    ]
    for (const [text, at] of places) expect(surveyJson(text).brokenAt, text).to.equal(at)
  })

  it('accepts exactly what JSON.parse accepts', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e9"',
      '-',
      '1',
      '0',
      '.5',
      'e+3',
      'true',
      'null',
      ' ',
      '"',
    )
    const text = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        expect(surveyJson(given).brokenAt === undefined).to.equal(isJson(given))
      }),
      { numRuns: 2_000 },
    )
  })
})
