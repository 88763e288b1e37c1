import { expect } from 'chai'
import fc from 'fast-check'
import { frame } from '@postrider/core/kernel/digests/digest'

type Field = string | number | undefined

const spell = (fields: readonly Field[]): string =>
  JSON.stringify(fields.map((field) => (field === undefined ? null : String(field))))

describe('A frame of fields', () => {
  it('differs for an absent field, an empty one and one that looks like it', () => {
    const frames = [[undefined], [''], ['-'], ['-;'], [], ['', ''], [undefined, undefined]].map((one) =>
      frame(one),
    )
    expect(new Set(frames).size).to.equal(frames.length)
  })

  it('shows where one value ends and the next starts', () => {
    expect(frame(['ab', 'c'])).not.to.equal(frame(['a', 'bc']))
    expect(frame(['a;1:b'])).not.to.equal(frame(['a', 'b']))
    expect(frame(['1:a;'])).not.to.equal(frame(['a']))
  })

  it('is unique for each of 100,000 lists that look alike', () => {
    const piece = fc.constantFrom<Field>(
      '',
      '-',
      ';',
      '0:',
      '1:',
      ':',
      '-;',
      '0:;',
      'a',
      '1:a;',
      12,
      1,
      undefined,
    )
    const lists = fc.sample(fc.array(piece, { maxLength: 6 }), { numRuns: 100_000, seed: 7 })
    const spelled = new Map<string, string>()
    for (const fields of lists) {
      const framed = frame(fields)
      expect(spelled.get(framed) ?? spell(fields)).to.equal(spell(fields))
      spelled.set(framed, spell(fields))
    }
  })
})
