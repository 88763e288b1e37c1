import { expect } from 'chai'
import { distinctNames } from '@postrider/web/format/distinct-names'

describe('Distinct names', () => {
  it('have short ids if two records share a name, and stay unchanged otherwise', () => {
    const things = [
      { name: 'Welcome', id: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5ba' },
      { name: 'Welcome', id: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bb' },
      { name: 'Receipt', id: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bc' },
      { name: 'SMS', id: undefined },
      { name: 'SMS', id: undefined },
    ]
    expect(things.map(distinctNames(things))).to.deep.equal([
      'Welcome (tpl_01k9x…y1z5ba)',
      'Welcome (tpl_01k9x…y1z5bb)',
      'Receipt',
      'SMS',
      'SMS',
    ])
  })
})
