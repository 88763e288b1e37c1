import { measureJson, TOO_DEEP } from '@postrider/server/receiving/measure-json'
import { expect } from 'chai'
import fc from 'fast-check'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

const membersOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const parts: readonly unknown[] = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + membersOf(part), Array.isArray(value) ? 0 : parts.length)
}

const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', '[[[', '}}}', '\\\\"{', ':', '":'))

/** Values as bodies have them. */
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, text, fc.integer(), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
})).value

describe('The measuring of JSON', () => {
  it('finds the depth and the members that the parsed value has, whatever its strings hold', () => {
    fc.assert(
      fc.property(json, (value) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const depth = depthOf(value)
        expect(measureJson(bytes, depth)).to.equal(membersOf(value))
        if (depth > 0) expect(measureJson(bytes, depth - 1)).to.equal(TOO_DEEP)
      }),
    )
  })
})
