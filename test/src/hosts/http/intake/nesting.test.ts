import { nestsDeeper } from '@postrider/http/intake/nesting'
import { expect } from 'chai'
import fc from 'fast-check'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('The scan for nesting', () => {
  it('finds the depth that the parsed value has, whatever its strings hold', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', '[[[', '}}}', '\\\\"{'))
    const json = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 6 }, text, fc.integer(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    })).value
    fc.assert(
      fc.property(json, (value) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const depth = depthOf(value)
        expect(nestsDeeper(bytes, depth)).to.equal(false)
        if (depth > 0) expect(nestsDeeper(bytes, depth - 1)).to.equal(true)
      }),
    )
  })
})
