import { expect } from 'chai'
import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { textMap } from '@postrider/core/kernel/codecs/text-map'
import { variant } from '@postrider/core/kernel/codecs/variant'
import { wellShaped } from '@postrider/core/kernel/codecs/well-shaped'

const short = text({ maxLength: 3 })
const codec = closed(
  {
    name: short,
    count: defaulted(integer({ min: 1 }), 7),
    tags: list(short, { maxItems: 3 }),
    values: textMap(short, short, { maxEntries: 9 }),
  },
  { none: nullable(literalUnion(['a'])), inner: closed({ deep: short }, {}) },
)
const partsOf = wellShaped(codec)

describe('The well-shaped part of an input', () => {
  it('is all of a valid one, with defaults', () => {
    const input = { name: 'abc', tags: ['x'], values: { a: 'b' }, none: null, inner: { deep: 'd' } }
    expect(partsOf(input)).to.deep.equal({ ...input, count: 7 })
  })

  it('is the rest without invalid, missing and unknown values, each in its place', () => {
    const tags = ['x', 'too long', 'y']
    const input = { count: 0, tags, values: { a: 'b', c: 1 }, none: 'b', inner: { deep: 4 }, odd: 1 }
    expect(partsOf(input)).to.deep.equal({
      name: undefined,
      count: undefined,
      tags: ['x', undefined, 'y'],
      values: { a: 'b' },
      none: undefined,
      inner: { deep: undefined },
    })
  })

  it('excludes values of another type and lists that are too long', () => {
    const input = { tags: ['', '', '', ''], values: [], inner: 'x' }
    expect(partsOf(input)).to.deep.include({ tags: undefined, values: undefined, inner: undefined })
    for (const strange of [undefined, null, 1, 'x', []]) expect(partsOf(strange)).to.deep.equal({})
  })

  it('follows the intended variant', () => {
    const either = closed(
      { one: variant(closed({ a: short }, {}), closed({ b: short }, {}), (names) => names.includes('b')) },
      {},
    )
    expect(wellShaped(either)({ one: { b: 'x', a: 1 } })).to.deep.equal({ one: { b: 'x' } })
  })
})
