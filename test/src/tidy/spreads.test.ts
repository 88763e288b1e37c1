import { expect } from 'chai'
import { unboundedSpreads } from './spreads.js'

describe('The rule of spreads', () => {
  const found = (text: string): string[] =>
    unboundedSpreads({ path: 'core/src/a.ts', text }).map(({ problem }) => problem)

  for (const text of ['list.push(...more)', 'Math.max(0, ...list.map(f))', 'String.fromCharCode(...bytes)'])
    it(`finds ${text}`, () => expect(found(text)).to.have.length(1))

  for (const text of [
    'list.push(...[1, 2])',
    'Math.max(...SIZES)',
    'read(...range)',
    'f([...list])',
    'list.push(one)',
  ])
    it(`allows ${text}`, () => expect(found(text)).to.deep.equal([]))
})
