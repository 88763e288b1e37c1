import { expect } from 'chai'
import { installScripts, type LockedPackages } from './lockfile.js'

const PACKAGES: LockedPackages = {
  'hosts/http': { dependencies: { a: '1' } },
  test: { dependencies: { c: '1' } },
  'node_modules/a': { dependencies: { b: '1' } },
  'node_modules/b': { hasInstallScript: true },
  'node_modules/c': { hasInstallScript: true },
}

describe('Install scripts', () => {
  it('are found in all dependencies of our packages, and in nothing else', () => {
    expect(installScripts(PACKAGES)).to.deep.equal([
      { path: 'package-lock.json', problem: 'node_modules/b has an install script' },
    ])
  })
})
