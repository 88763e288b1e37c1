import { expect } from 'chai'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import {
  expiryWindow,
  isExpiring,
  isLiveCredential,
  type ServerCredential,
} from '@postrider/core/tenancy/domain/credential'
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

  it('expires soon from a week to a day before its end, if it is valid for longer and not revoked', () => {
    const window = expiryWindow(NOW_MS)
    const createdAtMs = NOW_MS - 30 * DAY_MS
    const isSoon = (days: number, changes: Partial<ServerCredential> = {}) =>
      isExpiring(aCredential({ createdAtMs, expiresAtMs: NOW_MS + days * DAY_MS, ...changes }), window)
    expect([8, 7, 2, 1, 0].map((days) => isSoon(days))).to.deep.equal([false, true, true, false, false])
    expect(isSoon(3, { revokedAtMs: NOW_MS })).to.equal(false)
    expect(isSoon(3, { createdAtMs: NOW_MS - 4 * DAY_MS })).to.equal(false)
  })
})
