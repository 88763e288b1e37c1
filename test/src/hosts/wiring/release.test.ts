import { expect } from 'chai'
import { readRelease } from '@postrider/wiring/release'

describe('The release', () => {
  it('is read from the build', () => {
    const release = readRelease({ POSTRIDER_COMMIT: 'abc', POSTRIDER_BUILT_AT: '2026-01-02T03:04:05Z' })
    expect(release).to.include({
      service: 'postrider',
      contractVersion: '1.2.0',
      commit: 'abc',
      builtAt: '2026-01-02T03:04:05.000Z',
    })
    expect(release.version).to.match(/^\d+\.\d+\.\d+$/)
  })

  it('falls back to the git clone, or to unknown', () => {
    const { commit, builtAt } = readRelease({})
    expect(commit).to.match(/^([0-9a-f]{40}|unknown)$/)
    expect(Date.parse(builtAt)).to.be.greaterThan(0)
  })
})
