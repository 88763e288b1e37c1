import { expect } from 'chai'
import { countryByPrefix } from '@postrider/core/channels/number-prefix'
import { aNumberPrefix } from '@postrider/conformance/builders/a-number-prefix'

describe('Allowed number prefixes', () => {
  it('allow numbers with the right number of digits', () => {
    const countryOf = countryByPrefix([aNumberPrefix({ prefix: '+85245', minDigits: 11, maxDigits: 12 })])
    expect(countryOf('+85245450000')).to.equal('HK')
    expect(countryOf('+852454500001')).to.equal('HK')
    const others = [
      '+8524545000',
      '+8524545000012',
      '+85244450000',
      '85245450000',
      '+852454500a0',
      '+85245',
      '',
    ]
    for (const other of others) expect(countryOf(other), other).to.equal(undefined)
  })

  it('count by the longest one that matches', () => {
    const countryOf = countryByPrefix([
      aNumberPrefix({ prefix: '+1999', country: 'US' }),
      aNumberPrefix({ prefix: '+1999555', country: 'CA', minDigits: 12, maxDigits: 12 }),
    ])
    expect(countryOf('+19995540000')).to.equal('US')
    expect(countryOf('+199955500001')).to.equal('CA')
    expect(countryOf('+19995550000')).to.equal(undefined)
  })

  it('allow nothing if there are none', () => {
    expect(countryByPrefix([])('+85245450000')).to.equal(undefined)
  })
})
