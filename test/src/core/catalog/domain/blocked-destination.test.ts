import { expect } from 'chai'
import { isBlocked } from '@postrider/core/catalog/domain/blocked-destination'

describe('Blocked destinations', () => {
  it('are the numbers that start with one of the prefixes', () => {
    expect(isBlocked(['+9198'], '+919876543210')).to.equal(true)
    expect(isBlocked(['+44', '+919876543210'], '+919876543210')).to.equal(true)
    expect(isBlocked(['+9199', '+198', '9198'], '+919876543210')).to.equal(false)
    expect(isBlocked([], '+919876543210')).to.equal(false)
  })
})
