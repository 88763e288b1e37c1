import { expect } from 'chai'
import { destinationDigest, destinationPrefix, isOutcomeNumber } from '@postrider/core/otp/domain/destination'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import { sha256 } from '@postrider/conformance/builders/sha256'

const TO = '+919876543210'

describe('A destination of OTPs', () => {
  it("is stored as 128 bits that don't reveal the number", () => {
    const digest = destinationDigest('test', TO, sha256)
    expect(digest).to.match(/^[0-9a-f]{32}$/)
    expect(destinationDigest('test', TO, sha256)).to.equal(digest)
  })

  it('differs between numbers, and between test and production', () => {
    const digests = [
      destinationDigest('test', TO, sha256),
      destinationDigest('production', TO, sha256),
      destinationDigest('test', '+919876543211', sha256),
      recipientDigest(TO, sha256),
    ]
    expect(new Set(digests).size).to.equal(digests.length)
  })

  it('has its plus sign and first seven digits as its prefix', () => {
    expect(destinationPrefix(TO)).to.equal('+9198765')
    expect(destinationPrefix('+4479460')).to.equal('+4479460')
    expect(destinationPrefix('+290123')).to.equal('+290123')
  })

  it('is an outcome number if it ends in 0001 to 0008', () => {
    const ends = (end: string): boolean => isOutcomeNumber(`+9198765${end}`)
    expect(['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008'].every(ends)).to.equal(true)
    expect(['0000', '0009', '1001', '00010', '0010', '0001x'].some(ends)).to.equal(false)
  })
})
