import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { MODULES } from '../architecture/core-order.js'
import { repositoryRoot } from '../architecture/source-files.js'

/**
 * Files that the table of likely changes would add, compiled ones, and one for several folders.
 */
const IS_NO_PLACE =
  /^docs\/decisions\/\d{4}$|\/dist\/|\/X$|^core\/src\/channels\/voice$|\/plain-sqlite$|\/provider-http$/

const textOf = (page: string): string => readFileSync(join(repositoryRoot, page), 'utf8')

for (const [page, least] of [
  ['ARCHITECTURE.md', 40],
  ['CONTRIBUTING.md', 5],
] as const)
  describe(page, () => {
    it('names existing files and folders, from the root or from the core', () => {
      const named = [...textOf(page).matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)
      const isThere = (path: string): boolean =>
        IS_NO_PLACE.test(path) ||
        ['', 'core/src'].some((folder) => existsSync(join(repositoryRoot, folder, path)))
      expect(named.length).to.be.greaterThan(least)
      expect(named.filter((path) => !isThere(path))).to.deep.equal([])
    })
  })

describe('The table of modules in ARCHITECTURE.md', () => {
  it('has the order that imports are checked against', () => {
    const [, part = ''] = textOf('ARCHITECTURE.md').split('## The modules of the core')
    const listed = [...part.matchAll(/^\| `([\w-]+)` /gm)].map(([, module]) => module)
    expect(listed).to.deep.equal([...MODULES, 'setup', 'assembly'])
  })
})
