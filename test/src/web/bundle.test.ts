import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { eachNode, packageSources, parse, repositoryRoot } from '../architecture/source-files.js'

interface Manifest {
  readonly files: Readonly<Record<string, string>>
  readonly firstView: readonly string[]
}

const MOST = { firstView: 60_000, screen: 15_000, charts: 25_000 }
/** The chart library is in a chunk of its own, with the code that only it needs. */
const CHARTS = 'draw-chart.js'

const describeSite = (site: 'console' | 'website', hasCharts: boolean): void => {
  const folder = join(repositoryRoot, 'web/dist/bundles', site)
  const bytesOf = (name: string): Buffer => readFileSync(join(folder, name))
  const packedSize = (name: string): number => bytesOf(`${name}.gz`).length
  const { files, firstView } = JSON.parse(bytesOf('manifest.json').toString()) as Manifest
  const scripts = Object.values(files).filter((name) => name.endsWith('.js'))
  const late = scripts.filter((name) => !firstView.includes(name))

  it('has content hashes in file names, with both compressed forms of each file', () => {
    expect(files).to.include.all.keys(`${site}.js`, 'style.css')
    for (const name of Object.values(files)) {
      expect(name).to.match(/-[A-Z0-9]{8}\.(js|css)$/)
      // Very small files don't shrink.
      const most = Math.max(256, bytesOf(name).length)
      for (const form of ['br', 'gz']) expect(bytesOf(`${name}.${form}`).length).to.be.lessThan(most)
    }
  })

  it('has at most 60 kB before the first screen', () => {
    const style = files['style.css'] ?? ''
    const sizes = [...firstView, style].map(packedSize)
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.lessThan(MOST.firstView)
  })

  it('has at most 15 kB in any chunk that is loaded later', () => {
    const screens = late.filter((name) => name !== files[CHARTS])
    expect(screens.length).to.be.greaterThan(1)
    for (const name of screens) expect(packedSize(name), name).to.be.lessThan(MOST.screen)
  })

  it('loads at most 15 kB for each screen', () => {
    const importsOf = (name: string): readonly string[] =>
      [
        ...bytesOf(name)
          .toString()
          .matchAll(/(?:from|import)"\.\/([^"]+)"/g),
      ].map(([, path = '']) => path)
    const loadedBy = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
      if (seen.has(name) || firstView.includes(name)) return seen
      seen.add(name)
      for (const next of importsOf(name)) loadedBy(next, seen)
      return seen
    }
    const screens = Object.entries(files).filter(([name]) => name.endsWith('-screen.js'))
    expect(screens.length).to.be.greaterThan(8)
    for (const [name, file] of screens) {
      const size = [...loadedBy(file)].reduce((sum, each) => sum + packedSize(each), 0)
      expect(size, name).to.be.lessThan(MOST.screen)
    }
  })

  it('has all charts in one lazy chunk of at most 25 kB, or no charts', () => {
    if (hasCharts) expect(late).to.include(files[CHARTS])
    if (hasCharts) expect(packedSize(files[CHARTS] ?? '')).to.be.lessThan(MOST.charts)
    expect(scripts.filter((name) => bytesOf(name).includes('u-wrap'))).to.deep.equal(
      hasCharts ? [files[CHARTS]] : [],
    )
  })

  it('writes no markup from texts, and evaluates none', () => {
    for (const name of scripts) {
      const text = bytesOf(name).toString()
      expect(text, name).not.to.match(/\beval\(|new Function\b|document\.write\b|insertAdjacentHTML/)
    }
  })
}

describe('The bundle', () => {
  describe('of the console', () => describeSite('console', true))
  describe('of the website', () => describeSite('website', false))

  it('names only existing operations, and imports only types of other packages', () => {
    const sources = packageSources().filter(({ path }) => path.startsWith('web/'))
    expect(sources.length).to.be.greaterThan(20)
    for (const source of sources)
      eachNode(parse(source), (node) => {
        if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return
        if (!node.moduleSpecifier.text.startsWith('@postrider/')) return
        expect(node.importClause?.isTypeOnly, `${source.path}: ${node.moduleSpecifier.text}`).to.equal(true)
      })
    expect(Object.keys(OPERATIONS)).to.include.members(['listMessages', 'getMessageTrace'])
  })
})
