import { expect } from 'chai'
import {
  recipientDigest,
  suppressionEnder,
  suppressionKey,
  widestScopes,
} from '@postrider/core/consent/domain/suppression'
import { fresh } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'

const digest = (to: string): string => recipientDigest(to, sha256)

describe('A suppressed recipient', () => {
  it("is stored as 128 bits that don't reveal the address", () => {
    expect(digest('+919876543210')).to.match(/^[0-9a-f]{32}$/)
    expect(digest('+919876543210')).not.to.equal(digest('+919876543211'))
  })

  it('matches every spelling of the same email address', () => {
    expect(digest('Asha@Example.com')).to.equal(digest('asha@example.com'))
    expect(digest('asha@example.com')).not.to.equal(digest('asha@example.org'))
  })

  it('is suppressed only for one Organization', () => {
    const [organizationId, recipient] = [fresh.id('org'), fresh.hex(32)]
    const keys = [
      { organizationId, recipient },
      { organizationId, recipient: fresh.hex(32) },
      { organizationId: fresh.id('org'), recipient },
    ].map(suppressionKey)
    expect(new Set(keys).size).to.equal(3)
  })

  it('can end only their own opt-out, with a message from their number', () => {
    expect(suppressionEnder({ source: 'opt_out', maskedTo: '+91******3210' })).to.equal('recipient')
    expect(suppressionEnder({ source: 'opt_out', maskedTo: 'z***@example.com' })).to.equal('support')
    expect(suppressionEnder({ source: 'operator', maskedTo: '+91******3210' })).to.equal('support')
  })

  it('is refused by the widest of its suppressions, in any order', () => {
    const key = { organizationId: fresh.id('org'), recipient: fresh.hex(32) }
    const [all, promotional] = [{ ...key, scope: 'all' } as const, { ...key, scope: 'promotional' } as const]
    const other = { ...promotional, recipient: fresh.hex(32) }
    for (const several of [
      [all, other, promotional],
      [promotional, other, all],
    ])
      expect(widestScopes(several)).to.deep.equal(
        new Map([
          [suppressionKey(key), 'all'],
          [suppressionKey(other), 'promotional'],
        ]),
      )
  })
})
