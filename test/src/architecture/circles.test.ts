import { expect } from 'chai'
import { circlesOf, foldersApart, type Graph, graphBelow, graphOfFiles } from './circles.js'
import type { Package } from './import-rules.js'
import { readImports } from './read-imports.js'
import { readPackages } from './read-packages.js'
import { packageSources } from './source-files.js'

const graph = (edges: Readonly<Record<string, string>>): Graph =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to.split(' '))]))

const packages: readonly Package[] = [
  { folder: 'core', name: '@postrider/core', dependencies: [] },
  { folder: 'hosts/http', name: '@postrider/http', dependencies: [] },
]

const shown = (circles: readonly (readonly string[])[]): string =>
  circles.map((circle) => `\n${[...circle, circle[0] ?? ''].join(' -> ')}`).join('')

describe('An import cycle', () => {
  it('is found, and reported as its path', () => {
    expect(circlesOf(graph({ a: 'b c', b: 'd', c: 'd', d: 'e' }))).to.deep.equal([])
    expect(circlesOf(graph({ z: 'a', a: 'b', b: 'c x', c: 'a', x: 'y', y: 'nobody' }))).to.deep.equal([
      ['a', 'b', 'c'],
    ])
    expect(circlesOf(graph({ a: 'b', b: 'a', c: 'd', d: 'c', e: 'e' }))).to.have.lengthOf(3)
  })

  it('of files includes type imports, and crosses packages', () => {
    const files = graphOfFiles(
      [
        { path: 'core/src/kernel/ids/id.ts', imports: ['./kind.js', '../../fp.js', 'io-ts', 'node:fs'] },
        { path: 'core/src/kernel/ids/kind.ts', imports: ['@postrider/http/main'] },
        { path: 'core/src/fp.ts', imports: [] },
        { path: 'hosts/http/src/main.ts', imports: ['@postrider/core/kernel/ids/id', './gone.js'] },
      ],
      packages,
    )
    expect(circlesOf(files)).to.deep.equal([
      ['core/kernel/ids/id', 'core/kernel/ids/kind', 'hosts/http/main'],
    ])
  })

  it('of folders exists even if no two files import each other', () => {
    const files = graph({
      'core/kernel/money/money': 'core/kernel/ids/id core/fp',
      'core/kernel/ids/id': 'core/kernel/ids/kind',
      'core/kernel/ids/kind': 'core/kernel/time/time',
      'core/kernel/time/time': 'core/kernel/money/amount/sum',
      'core/kernel/money/amount/sum': 'core/fp',
    })
    expect(circlesOf(files)).to.deep.equal([])
    expect(circlesOf(graphBelow('core/kernel', files))).to.deep.equal([['money', 'ids', 'time']])
    expect(circlesOf(graphBelow('core', files))).to.deep.equal([])
  })
})

describe('The files of this repository', () => {
  const files = graphOfFiles(
    packageSources().map((file) => ({ path: file.path, imports: readImports(file) })),
    readPackages(),
  )

  it('import each other without cycles', () => {
    expect([...files.values()].filter(({ size }) => size > 0).length).to.be.greaterThan(1000)
    expect(shown(circlesOf(files))).to.equal('')
  })

  for (const folder of foldersApart(readPackages(), files))
    it(`are in folders that depend on each other without cycles, in ${folder}`, () => {
      const folders = graphBelow(folder, files)
      expect(folders.size).to.be.greaterThan(0)
      expect(shown(circlesOf(folders))).to.equal('')
    })
})
