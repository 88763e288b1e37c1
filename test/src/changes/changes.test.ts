import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { repositoryRoot } from '../architecture/source-files.js'
import { readChangeTable, touchedBy } from './change-table.js'
import { changedTree, type ChangedTree, patchFile } from './changed-tree.js'

const MOST_PLACES = 3
const BUILD_MS = 900_000

describe('What ARCHITECTURE.md says', () => {
  const page = readFileSync(join(repositoryRoot, 'ARCHITECTURE.md'), 'utf8')
  const rows = readChangeTable(page)
  const suites = [...new Set(rows.flatMap((row) => row.suites))]

  it('names files and folders that are there, from the root or from the core', () => {
    const [before = '', after = ''] = page.split(/^## Where do I change …$[^]*?(?=^## )/m)
    const named = [...`${before}${after}`.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)
    const isThere = (path: string): boolean =>
      /^docs\/decisions\/\d{4}$|\/X$/.test(path) ||
      ['', 'core/src'].some((folder) => existsSync(join(repositoryRoot, folder, path)))
    expect(named.length).to.be.greaterThan(20)
    expect(named.filter((path) => !isThere(path))).to.deep.equal([])
  })

  it('names a patch for each, and every patch', () => {
    const patches = readdirSync(join(repositoryRoot, 'test', 'changes')).map((name) =>
      name.replace(/\.patch$/, ''),
    )
    expect(rows.map(({ patch }) => patch).sort()).to.deep.equal(patches.sort())
  })

  for (const { change, places, files, patch } of rows)
    it(`counts the files of: ${change}`, () => {
      const touched = touchedBy(readFileSync(patchFile(patch), 'utf8'))
      expect(touched, 'files touched').to.have.length(files)
      expect(places.length, 'places').to.be.within(1, MOST_PLACES)
      for (const place of places)
        expect(
          touched.filter((path) => path === place || path.startsWith(`${place}/`)),
          place,
        ).not.to.deep.equal([])
    })

  it('names suites that are there, or that a change adds', () => {
    const added = rows.flatMap(({ patch }) => touchedBy(readFileSync(patchFile(patch), 'utf8')))
    const isThere = (suite: string): boolean =>
      existsSync(join(repositoryRoot, suite)) || added.includes(suite)
    expect(suites.filter((suite) => !isThere(suite))).to.deep.equal([])
  })

  describe('is tried on a copy, all of it at once (one by one: npm run campaign -- changes):', () => {
    let tree: ChangedTree | undefined
    before(async function () {
      this.timeout(BUILD_MS)
      tree = await changedTree()
    })
    after(function () {
      this.timeout(BUILD_MS)
      tree?.remove()
    })

    it('every patch fits', async () => {
      for (const { patch } of rows) await tree?.apply(patch)
    })

    it('what they make is right in its types', async function () {
      this.timeout(BUILD_MS)
      await tree?.judgeTypes()
    })

    it('the suites that the table names pass', async function () {
      this.timeout(BUILD_MS)
      await tree?.compileFilesOf(rows.map(({ patch }) => patch))
      await tree?.test(suites)
    })
  })
})
