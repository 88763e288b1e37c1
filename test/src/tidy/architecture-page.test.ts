import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { repositoryRoot } from '../architecture/source-files.js'

/**
 * Files that the table of likely changes would add, compiled ones, and one for several folders.
 */
const IS_NO_PLACE =
  /^docs\/decisions\/\d{4}$|\/X$|^core\/src\/channels\/voice$|\/plain-sqlite$|\/provider-http$/

describe('ARCHITECTURE.md', () => {
  it('names existing files and folders, from the root or from the core', () => {
    const page = readFileSync(join(repositoryRoot, 'ARCHITECTURE.md'), 'utf8')
    const named = [...page.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)
    const isThere = (path: string): boolean =>
      IS_NO_PLACE.test(path) ||
      ['', 'core/src'].some((folder) => existsSync(join(repositoryRoot, folder, path)))
    expect(named.length).to.be.greaterThan(40)
    expect(named.filter((path) => !isThere(path))).to.deep.equal([])
  })
})
