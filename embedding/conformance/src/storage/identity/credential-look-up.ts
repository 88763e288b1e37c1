import { expect } from 'chai'
import { aCredential } from '../../builders/a-credential.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import type { StorageUnderTest } from '../open-storage.js'

/** Tests that credentials are found by their exact selector. */
export const credentialLookUp = (at: StorageUnderTest): void => {
  const find = (selector: string) => right(at.storage.catalog.credential(selector))

  it('finds a credential by its selector, comparing every character', async () => {
    const selectors = ['aB3dE6gH9jK2mN5p', 'ab3de6gh9jk2mn5p', 'AB3DE6GH9JK2MN5P']
    const all = selectors.map((selector) => aCredential({ selector }))
    await right(at.storage.catalog.save({ credentials: all }))
    for (const credential of all) expect((await find(credential.selector)).value).to.deep.equal(credential)
    const near = [
      'Ab3dE6gH9jK2mN5p',
      'aB3dE6gH9jK2mN5p ',
      ' aB3dE6gH9jK2mN5p',
      'aB3dE6gH9jK2mN5',
      'aB3dE6gH9jK2mN5%',
      '',
    ]
    for (const selector of near) expect((await find(selector)).value).to.equal(undefined)
  })

  it('shows a revoked credential as revoked at the next epoch', async () => {
    const credential = aCredential()
    await right(at.storage.catalog.save({ credentials: [credential] }))
    const before = await find(credential.selector)
    const revoked = { ...credential, revokedAtMs: NOW_MS + 1, actions: [], channels: [] }
    await right(at.storage.catalog.save({ credentials: [revoked] }))
    const after = await find(credential.selector)
    expect(after.value).to.deep.equal(revoked)
    expect(after.epoch).to.be.greaterThan(before.epoch)
  })
}
