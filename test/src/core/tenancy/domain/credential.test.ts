import { expect } from 'chai'
import { isLiveCredential } from '@postrider/core/tenancy/domain/credential'
import { aCredential } from '@postrider/conformance/builders/a-credential'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

describe('A credential', () => {
  it('is valid until the exact time of its expiry', () => {
    const credential = aCredential({ expiresAtMs: NOW_MS })
    expect(isLiveCredential(credential, NOW_MS - 1)).to.equal(true)
    expect(isLiveCredential(credential, NOW_MS)).to.equal(false)
  })

  it('is invalid after it was revoked', () => {
    expect(isLiveCredential(aCredential({ revokedAtMs: NOW_MS }), NOW_MS - 1)).to.equal(false)
  })
})
