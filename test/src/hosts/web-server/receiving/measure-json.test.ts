import { measureJson, MOST_PARTS, TOO_DEEP, TOO_WIDE } from '@postrider/web-server/receiving/measure-json'
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

/** Values that a body may contain. */
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, text, fc.integer(), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
})).value

const aRoute = {
  providerAccountId: 'pac_01k9x7c2v5n8q4r6t0w3y1z5bd',
  prefixes: Array.from({ length: 200 }, () => '+1'),
  weight: 1,
  unitCosts: Array.from({ length: 500 }, () => ({ prefix: '+1', amountMinor: 1 })),
}

describe('The JSON measurement', () => {
  it('finds the depth and the number of members of the parsed value, regardless of its strings', () => {
    fc.assert(
      fc.property(json, (value) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const depth = depthOf(value)
        expect(measureJson(bytes, depth)).to.equal(membersOf(value))
        if (depth > 0) expect(measureJson(bytes, depth - 1)).to.equal(TOO_DEEP)
      }),
    )
  })

  it('refuses text with more members and elements than any route can use', () => {
    const measured = (value: unknown): number => measureJson(Buffer.from(JSON.stringify(value)), 8)
    const names = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1]))
    expect(measured(names(MOST_PARTS))).to.equal(MOST_PARTS)
    expect(measured(names(MOST_PARTS + 1))).to.equal(TOO_WIDE)
    expect(measured(Array.from({ length: MOST_PARTS + 1 }, () => 1))).to.equal(TOO_WIDE)
    expect(measured(Array.from({ length: MOST_PARTS + 1 }, () => ({})))).to.equal(TOO_WIDE)
    expect(measured(Array.from({ length: MOST_PARTS + 1 }, () => [[]]))).to.equal(TOO_WIDE)
    expect(measured([',:[{'.repeat(MOST_PARTS)])).to.equal(0)
  })

  it('accepts the widest body that a route accepts', () => {
    const routing = { strategy: 'order', routes: Array.from({ length: 10 }, () => aRoute) }
    expect(measureJson(Buffer.from(JSON.stringify({ routing })), 8)).to.be.greaterThan(10_000)
  })
})
