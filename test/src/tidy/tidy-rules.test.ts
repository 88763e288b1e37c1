import { expect } from 'chai'
import type { Package } from '../architecture/import-rules.js'
import { deadExports } from './dead-exports.js'
import { missingDocstrings } from './docstrings.js'
import { findingText, type Finding } from './finding.js'
import { leftoversIn, machinePathsIn, registryHostsIn } from './leftovers.js'
import {
  closureOf,
  downloadAddresses,
  type LockedPackages,
  missingOptionals,
  tooManyEntries,
} from './lockfile.js'
import { differingDependencies, strayDependencies, unevenVersions } from './manifests.js'
import { badNames } from './names.js'
import { sharedNames } from './one-name.js'
import { genderedWords } from './pronouns.js'
import { impurities } from './purity.js'
import { tooLarge } from './sizes.js'

const lines = (count: number, line = 'x()'): string => Array.from({ length: count }, () => line).join('\n')
const problems = (findings: readonly Finding[]): string[] => findings.map(({ problem }) => problem)
const isClean = (findings: readonly Finding[]): void => {
  expect(findings).to.deep.equal([])
}

// The rules check this file too, so that what they forbid is put together here.
const planted = (...pieces: string[]): string => pieces.join('')

describe('The rule of sizes', () => {
  it('finds a file of more than 400 lines', () => {
    isClean(tooLarge({ path: 'core/src/a.ts', text: `${lines(400)}\n` }))
    expect(problems(tooLarge({ path: 'core/src/a.ts', text: lines(401) }))[0]).to.contain('401 lines')
  })

  it('finds a function of more than 60 lines, with those inside it', () => {
    isClean(tooLarge({ path: 'core/src/a.ts', text: `const f = () => {\n${lines(58)}\n}` }))
    const nested = `const f = () => {\n${lines(20)}\nconst g = () => {\n${lines(40)}\n}\n}`
    expect(tooLarge({ path: 'core/src/a.ts', text: nested }).map(findingText)).to.deep.equal([
      'core/src/a.ts:1: a function of 64 lines, more than 60',
    ])
  })

  it('counts the functions of a test without those inside them', () => {
    const suite = `describe('a', () => {\nit('b', () => {\n${lines(50)}\n})\nit('c', () => {\n${lines(50)}\n})\n})`
    isClean(tooLarge({ path: 'test/src/a.test.ts', text: suite }))
    const long = `describe('a', () => {\nit('b', () => {\n${lines(60)}\n})\n})`
    expect(tooLarge({ path: 'test/src/a.test.ts', text: long })).to.have.length(1)
  })
})

describe('The rule of names', () => {
  const named = (path: string, text = ''): string[] => problems(badNames({ path, text }))

  for (const path of [
    'core/src/message-service.ts',
    'core/src/utils/text.ts',
    'core/src/common.ts',
    'core/src/test-helpers.ts',
    'core/src/connectionManager.ts',
    'core/src/index.ts',
    'core/src/Message.ts',
    'core/src/otp/domain/some_folder/a.ts',
  ])
    it(`finds the path ${path}`, () => expect(named(path)).not.to.deep.equal([]))

  for (const text of [
    'export class MessageService {}',
    'export const connectionManager = 1',
    'export function dateUtil() {}',
    'export interface CommonFields {}',
    'const a = 1\nexport { a as helperA }',
    'export const { messageService } = x',
  ])
    it(`finds ${text.replace('\n', '; ')}`, () => expect(named('core/src/a.ts', text)).to.have.length(1))

  it('allows facts and terms of the field', () => {
    isClean(
      badNames({ path: 'core/src/service-configuration.ts', text: 'export const serviceUnavailable = 1' }),
    )
    isClean(badNames({ path: 'core/src/a.test.ts', text: 'const localHelper = 1\nexport type Utility0 = 1' }))
  })
})

describe('The rule of one name for one thing', () => {
  const inTwo = (text: string, other: string, path = 'core/src/b.ts'): string[] =>
    problems(
      sharedNames([
        { path: 'core/src/a.ts', text },
        { path, text: other },
      ]),
    )

  it('finds a name that two files declare', () => {
    expect(inTwo('export const a = 1', 'export interface a {}')).to.deep.equal([
      'a is the name of something else in core/src/a.ts',
    ])
  })

  it('finds nothing in two packages', () => {
    expect(inTwo('export const a = 1', 'export const a = 2', 'hosts/http/src/b.ts')).to.deep.equal([])
  })

  it('finds nothing if a name is re-exported, or one file gives it to a value and its type', () => {
    const [declared, passed] = ['export const a = 1\nexport type a = 1', "export { a } from './a.js'"]
    expect(inTwo(declared, passed)).to.deep.equal([])
    expect(inTwo(declared, 'const a = 1\nexport const b = a')).to.deep.equal([])
  })
})

describe('The rule of pronouns', () => {
  const found = (path: string, text: string): string[] => genderedWords({ path, text }).map(findingText)

  it('finds a gender in comments, in texts and in pages, with its line', () => {
    const word = planted('hi', 's')
    const problem = `"${word}": people are "they", programs "it"`
    expect(
      found('core/src/a.ts', `const a = 1\n\n/** A user and ${word} key. */\nexport const b = a`),
    ).to.deep.equal([`core/src/a.ts:3: ${problem}`])
    expect(found('core/src/a.ts', `const a = [\n  1, // ${word}\n]`)).to.deep.equal([
      `core/src/a.ts:2: ${problem}`,
    ])
    expect(found('core/src/a.ts', `const a = 'A user and ${word} key'`)).to.deep.equal([
      `core/src/a.ts:1: ${problem}`,
    ])
    expect(found('a.md', `A user\nand ${word} key`)).to.deep.equal([`a.md:2: ${problem}`])
  })

  it('ignores the names of programs, and what pages quote', () => {
    const word = planted('hi', 's')
    expect(found('core/src/a.ts', `const ${word} = 'theirs' // theirs`)).to.deep.equal([])
    expect(found('a.md', `The text \`${word}\`, and theirs`)).to.deep.equal([])
  })
})

describe('The rule of leftovers', () => {
  for (const text of [
    planted('// TO', 'DO later'),
    planted('// FIX', 'ME'),
    planted('// XX', 'X'),
    planted('// HA', 'CK'),
    planted('it.on', 'ly("a")'),
    planted('describe.sk', 'ip("a")'),
    planted('// @ts-', 'ignore'),
    planted('// @ts-', 'nocheck'),
    planted('/* eslint-', 'disable */'),
    planted('// oxlint-', 'disable-next-line'),
    planted('const a = b as ', 'any'),
  ])
    it(`finds ${text}`, () => {
      const findings = leftoversIn({ path: 'core/src/a.ts', text: `const x = 1\n${text}` })
      expect(findings.map(({ line }) => line)).to.deep.equal([2])
    })

  it('finds nothing in ordinary words', () => {
    isClean(leftoversIn({ path: 'core/src/a.ts', text: '// the only one to skip, as many do' }))
  })
})

describe('The rule of machine paths and registries', () => {
  for (const folder of ['work', 'root', 'home/ada', 'Users/ada'])
    it(`finds a path below ${folder} in any text`, () => {
      expect(
        machinePathsIn({ path: 'README.md', text: `cd ${planted('/', folder, '/project')}` }),
      ).to.have.length(1)
    })

  it('finds the temporary folder in code and allows it in documents', () => {
    const text = `open('${planted('/tm', 'p/a')}')`
    expect(machinePathsIn({ path: 'scripts/a.mjs', text })).to.have.length(1)
    isClean(machinePathsIn({ path: 'README.md', text }))
  })

  it('allows addresses and relative paths', () => {
    const lawful = ['https://a.example/home/x/', planted('./wo', 'rk/x'), '${dir}/tmp/x', '/usr/lib/x']
    isClean(machinePathsIn({ path: 'a.ts', text: lawful.join(' ') }))
  })

  for (const host of [
    planted('https://regis', 'try.npm', 'js.org/a'),
    planted('https://www.npm', 'js.com/package/a'),
    planted('http://regis', 'try.corp.internal/a'),
    planted('regis', 'try.corp.internal:4873/a'),
    planted('https://regis', 'try.yarn', 'pkg.com'),
  ])
    it(`finds ${host}`, () => expect(registryHostsIn({ path: 'a.json', text: host })).not.to.deep.equal([]))

  it('finds the registry that npm is configured for', () => {
    const source = { path: 'a.md', text: 'from packages.corp.example' }
    expect(registryHostsIn(source, 'https://packages.corp.example/npm/')).to.have.length(1)
    isClean(registryHostsIn(source, 'http://127.0.0.1:4873/'))
    isClean(registryHostsIn(source))
  })

  it('allows a variable named registry', () => {
    isClean(registryHostsIn({ path: 'a.ts', text: 'registry.metrics(); registry.operations.map(f)' }))
  })
})

describe('The rule of the pure core', () => {
  for (const text of [
    'const a = new Date()',
    'const a = Date()',
    'const a = Date.now()',
    'const a = Math.random()',
    'const a = process.env',
    'setTimeout(f, 1)',
    'console.log(1)',
    'const f = Date.now',
  ])
    it(`finds ${text}`, () => expect(impurities({ path: 'core/src/a.ts', text })).not.to.deep.equal([]))

  it('allows formatting a given time', () => {
    isClean(
      impurities({ path: 'core/src/a.ts', text: 'const a = (ms) => new Date(ms).toISOString() // Date.now' }),
    )
  })
})

describe('The rule of dead exports', () => {
  const packages: Package[] = [{ folder: 'core', name: '@postrider/core', dependencies: [] }]
  const dead = (files: Record<string, string>, offered: string[] = []): string[] =>
    deadExports(
      Object.entries(files).map(([path, text]) => ({ path, text })),
      packages,
      (path) => offered.includes(path),
    ).map(findingText)

  it("finds an export that isn't imported, with file and line", () => {
    expect(dead({ 'core/src/a.ts': 'const x = 1\nexport const y = x' })).to.deep.equal([
      'core/src/a.ts:2: y is exported and used by nobody',
    ])
  })

  it('finds a type and its value of one name', () => {
    expect(dead({ 'core/src/a.ts': 'export type A = 1\nexport const A = 1' })).to.have.length(2)
  })

  for (const [how, use] of [
    ['by path', "import { y } from './a.js'"],
    ['under another name', "import { y as z } from './a.js'"],
    ['by package', "import { y } from '@postrider/core/a'"],
    ['as a whole', "import * as a from './a.js'"],
    ['dynamically', "const a = await import('./a.js')"],
    ['as a type', "type A = import('./a.js').y"],
    ['by re-export', "export { y } from './a.js'"],
  ] as const)
    it(`counts a use ${how}`, () => {
      const files = { 'core/src/a.ts': 'export const y = 1', 'core/src/b.ts': use }
      expect(dead(files).filter((text) => text.startsWith('core/src/a.ts'))).to.deep.equal([])
    })

  it('counts a use in the same file, but not a member of the same name', () => {
    expect(dead({ 'core/src/a.ts': 'export const y = 1\nconst z = { y }' })).to.deep.equal([])
    expect(dead({ 'core/src/a.ts': 'export const y = 1\nconst z = { y: 2 }\nz.y' })).to.have.length(1)
  })

  it('counts no use by a test', () => {
    const files = {
      'core/src/a.ts': 'export const y = 1',
      'test/src/b.ts': "import { y } from '@postrider/core/a'",
    }
    expect(dead(files)).to.deep.equal(['core/src/a.ts:1: y is exported and used by nobody'])
  })

  it('counts a use by a script', () => {
    const files = {
      'core/src/a.ts': 'export const y = 1',
      'scripts/b.mjs': "import(join(root, 'core/dist/a.js'))",
    }
    expect(dead(files)).to.deep.equal([])
  })

  it('ignores tests and exports for embedders', () => {
    expect(dead({ 'test/src/a.ts': 'export const y = 1' })).to.deep.equal([])
    expect(dead({ 'core/src/a.ts': 'export const y = 1' }, ['core/src/a.ts'])).to.deep.equal([])
  })
})

describe('The rule of docstrings', () => {
  const missing = (path: string, text: string): string[] => problems(missingDocstrings({ path, text }))

  it('finds public functions without one', () => {
    const text =
      'export const f = () => 1\nexport function g() {}\nexport const h = function () {}\nconst i = () => 1'
    expect(missing('contracts/src/a.ts', text)).to.have.length(3)
  })

  it('finds functions of a port without one', () => {
    const port = 'export interface Clock {\n nowMs(): number\n later: () => void\n readonly zone: string\n}'
    expect(missing('core/src/kernel/ports/clock.ts', port)).to.have.length(2)
    expect(missing('core/src/otp/use-cases/a.ts', port)).to.deep.equal([])
  })

  it('accepts a docstring, but not a plain comment', () => {
    expect(missing('contracts/src/a.ts', '/** Promises. */\nexport const f = () => 1')).to.deep.equal([])
    expect(missing('contracts/src/a.ts', '// Says.\nexport const f = () => 1')).to.have.length(1)
  })
})

describe('The rule of versions', () => {
  const manifest = { path: 'core/package.json', name: '@postrider/core', version: '1.0.0' }

  it('finds a package of another version and one that requires another', () => {
    expect(unevenVersions([{ ...manifest, version: '1.0.1' }], '1.0.0')).to.have.length(1)
    expect(
      unevenVersions([{ ...manifest, dependencies: { '@postrider/core': '0.9.0' } }], '1.0.0'),
    ).to.have.length(1)
  })

  for (const range of ['^1.0.0', '~1.0.0', '1.x', '*', 'latest', '>=1.0.0', 'github:a/b'])
    it(`finds the range ${range}`, () => {
      expect(unevenVersions([{ ...manifest, devDependencies: { a: range } }], '1.0.0')).to.have.length(1)
    })

  it('accepts exact versions', () => {
    const dependencies = { a: '1.2.3', b: '1.2.3-rc.1', c: 'npm:@scope/d@7.0.2' }
    isClean(unevenVersions([{ ...manifest, dependencies }], '1.0.0'))
  })

  it('finds two packages that require different versions of a third', () => {
    const other = { path: 'contracts/package.json', name: '@postrider/contracts', version: '1.0.0' }
    const both = (version: string) => [
      { ...manifest, dependencies: { a: '1.0.0' } },
      { ...other, dependencies: { a: version } },
    ]
    expect(differingDependencies(both('2.0.0'))).to.have.length(1)
    isClean(differingDependencies(both('1.0.0')))
  })

  it('finds dependencies that are declared and never imported, except peers of other packages', () => {
    const dependencies = { a: '1.0.0', '@scope/b': '1.0.0', peer: '1.0.0', stray: '1.0.0' }
    const text = "import 'a/lib/x.js'\nimport b from '@scope/b'\n// stray"
    const sources = [
      { path: 'core/src/a.ts', text },
      { path: 'hosts/http/src/a.ts', text: "import 'stray'" },
    ]
    const found = strayDependencies(
      [{ ...manifest, path: 'core/package.json', dependencies }],
      sources,
      new Set(['peer']),
    )
    expect(problems(found)).to.deep.equal(['stray is declared and never imported'])
  })
})

describe('The rule of the lockfile', () => {
  it('finds download addresses and allows workspaces', () => {
    const packages = {
      'node_modules/a': { resolved: 'https://packages.example/a.tgz' },
      'node_modules/b': { resolved: 'core' },
      'node_modules/c': {},
    }
    expect(problems(downloadAddresses(packages))).to.deep.equal(['node_modules/a holds a download address'])
  })

  it('finds optional packages without an entry', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } },
      'node_modules/a-linux': {},
    }
    expect(problems(missingOptionals(packages))).to.deep.equal([
      'node_modules/a wants a-darwin, which has no entry',
    ])
  })

  const installed: LockedPackages = {
    '': { dependencies: { tool: '1' } },
    core: { dependencies: { a: '1' } },
    'hosts/http': { dependencies: { '@postrider/core': '1', b: '1' } },
    test: { dependencies: { d: '1' } },
    'node_modules/@postrider/core': { resolved: 'core', link: true },
    'node_modules/tool': {},
    'node_modules/a': {
      dependencies: { b: '2' },
      peerDependencies: { p: '1', o: '1' },
      peerDependenciesMeta: { o: { optional: true } },
    },
    'node_modules/a/node_modules/b': { optionalDependencies: { linux: '1', gone: '1' } },
    'node_modules/b': {},
    'node_modules/d': {},
    'node_modules/linux': {},
    'node_modules/o': {},
    'node_modules/p': { dependencies: { a: '1' } },
  }

  it('finds the packages that are installed with one of ours, like Node does', () => {
    const ofCore = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/p', 'node_modules/linux']
    expect(closureOf(installed, ['core'])).to.have.members(ofCore)
    expect(closureOf(installed, ['hosts/http'])).to.have.members([...ofCore, 'node_modules/b'])
  })

  it('finds more packages than allowed, and counts no workspaces', () => {
    const most = (all: number, production: number) => problems(tooManyEntries(installed, { all, production }))
    expect(most(8, 5)).to.deep.equal([])
    expect(most(7, 5)).to.deep.equal(['all: 8 entries, and at most 7 may be'])
    expect(most(8, 4)).to.deep.equal(['production: 5 entries, and at most 4 may be'])
  })
})
