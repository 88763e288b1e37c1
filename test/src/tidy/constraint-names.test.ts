import { expect } from 'chai'
import { repeatedConstraints } from './constraint-names.js'
import { findingText } from './finding.js'

describe('The rule of constraint names', () => {
  it('finds a name that two tables share, and the place of the other one', () => {
    const text = 'a CONSTRAINT not_negative CHECK (a >= 0)'
    const sources = [
      { path: 'a.ts', text },
      { path: 'b.ts', text: `\n${text}, CONSTRAINT own CHECK (b > 0)` },
    ]
    expect(repeatedConstraints(sources).map(findingText)).to.deep.equal([
      'b.ts:2: the constraint not_negative is also in a.ts:1',
    ])
    expect(repeatedConstraints(sources.slice(0, 1))).to.deep.equal([])
  })
})
