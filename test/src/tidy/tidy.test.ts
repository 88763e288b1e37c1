import { expect } from 'chai'
import ts from 'typescript'
import { readPackages } from '../architecture/read-packages.js'
import { packageSources, repositoryFiles, repositoryPaths } from '../architecture/source-files.js'
import { brokenCitations, brokenLinks, libraryOf, oldCitations } from './citations.js'
import { repeatedConstraints } from './constraint-names.js'
import { deadExports } from './dead-exports.js'
import { missingDocstrings } from './docstrings.js'
import { findingText, type Finding } from './finding.js'
import { leftoversIn, machinePathsIn, registryHostsIn } from './leftovers.js'
import {
  downloadAddresses,
  installScripts,
  type LockedPackages,
  missingOptionals,
  MOST_ENTRIES,
  tooManyEntries,
} from './lockfile.js'
import { differingDependencies, type Manifest, strayDependencies, unevenVersions } from './manifests.js'
import { unboundedListeners } from './listeners.js'
import { badNames } from './names.js'
import { sharedNames } from './one-name.js'
import { incompleteEntries, missingPaths, unknownInvariants } from './promises.js'
import { genderedWords } from './pronouns.js'
import { impurities } from './purity.js'
import { tooLarge } from './sizes.js'
import { unboundedSpreads } from './spreads.js'

/** Exports for users other than this repository's product, and why. */
const OFFERED: ReadonlyArray<readonly [RegExp, string]> = [
  [/^core\/src\/postrider\.ts$/, 'the entry of those who embed the core'],
  [/^core\/src\/(provider|queue|storage)\.ts$/, 'the stable entries that adapters import'],
  [/^core\/src\/fp\.ts$/, 'the words of fp-ts'],
  [
    /^core\/src\/ledger\/use-cases\/budgets\/save-budget\.ts$/,
    'how tests set budgets, as an operation does it',
  ],
  [/^hosts\/live\/src\/(live-sockets|operator-audience)\.ts$/, 'the entry of hosts that have sockets'],
  [/^adapters\/storage-sql\/src\/own-engine\.ts$/, 'what SQL engines from outside are written with'],
  [/^embedding\//, 'what embedders use: kits and builders'],
  [/^clients\//, 'what customers install'],
]

const isOffered = (path: string, declaration: ts.Node): boolean =>
  OFFERED.some(([offered]) => offered.test(path)) ||
  // The types of the contract.
  (path.startsWith('contracts/') && ts.isTypeAliasDeclaration(declaration))

const nothingIn = (findings: readonly Finding[]): void => {
  if (findings.length > 0) expect.fail(`\n${findings.map(findingText).join('\n')}`)
}

describe('This repository', () => {
  const sources = packageSources()
  const code = [...sources, ...repositoryFiles(/^scripts\/.*\.mjs$/)]
  const texts = repositoryFiles(
    /(\.(ts|tsx|mjs|cjs|js|json|md|ya?ml|sh|html|css|svg|env\.example)|\/run)$|^\.[\w.]+$/,
  )
  const citing = repositoryFiles(
    /\.(ts|tsx|mjs|cjs|md|ya?ml|service|target|conf|sh|env\.example)$|(^|\/)(Dockerfile|run)$/,
  )
  const pages = texts.filter(({ path }) => path.endsWith('.md'))
  const library = libraryOf(repositoryPaths(), pages)
  const inCore = sources.filter(({ path }) => path.startsWith('core/'))

  it('was read', () => {
    expect(sources.length).to.be.greaterThan(20)
    expect(inCore.length).to.be.greaterThan(10)
    expect(texts.length).to.be.greaterThan(code.length)
  })

  it('has files and functions that fit one view', () => nothingIn(code.flatMap(tooLarge)))

  it('spreads no list of unknown length into the arguments of a call', () =>
    nothingIn(
      sources
        .filter(({ path }) => !/^(test|bench|embedding\/conformance)\//.test(path))
        .flatMap(unboundedSpreads),
    ))

  it('has meaningful names', () => nothingIn(code.flatMap(badNames)))

  it('has no two exported names that are equal in a package', () =>
    nothingIn(sharedNames(sources.filter(({ path }) => !/^(test|bench)\//.test(path)))))

  it('has a glossary of at most 80 words, each once', () => {
    const glossary = pages.find(({ path }) => path === 'GLOSSARY.md')?.text ?? ''
    const words = [...glossary.matchAll(/^\| (?!Word|-)(.+?) +\|/gm)].map(([, word = '']) => word)
    expect(words.length).to.be.within(1, 80)
    expect(new Set(words).size).to.equal(words.length)
  })

  it('uses "they" for people and "it" for programs', () => nothingIn(citing.flatMap(genderedWords)))

  it('has no unfinished work and no silenced tools', () => nothingIn(code.flatMap(leftoversIn)))

  it('gives every constraint of the schema a name of its own', () =>
    nothingIn(repeatedConstraints(sources.filter(({ path }) => path.includes('/migrations/')))))

  it('names no path of a machine', () => nothingIn(texts.flatMap(machinePathsIn)))

  it('names no package registry', () => {
    const configured = process.env['npm_config_registry']
    nothingIn(texts.flatMap((text) => registryHostsIn(text, configured)))
  })

  it('cites existing pages and headings', () => {
    expect(citing.length).to.be.greaterThan(sources.length)
    nothingIn(citing.flatMap((source) => brokenCitations(source, library)))
  })

  it('links to existing files, pages and headings', () => {
    nothingIn(pages.flatMap((page) => brokenLinks(page, library)))
  })

  it("cites nothing by numbers of documents that aren't here", () => nothingIn(citing.flatMap(oldCitations)))

  it('names existing code and tests for each promise', () => {
    const [page] = pages.filter(({ path }) => path === 'docs/promises.md')
    if (page === undefined) return expect.fail('there is no such page')
    nothingIn([
      ...missingPaths(page, library),
      ...incompleteEntries(page),
      ...sources.flatMap((source) => unknownInvariants(source, page)),
    ])
  })

  it('has a core without time, randomness and process', () => nothingIn(inCore.flatMap(impurities)))

  it('opens every port through the server with the limits', () =>
    nothingIn(sources.filter(({ path }) => !/^(test|bench)\//.test(path)).flatMap(unboundedListeners)))

  it('exports nothing that is unused, or used only by tests', () =>
    nothingIn(deadExports(code, readPackages(), isOffered)))

  it('has a docstring for every public function', () => {
    const promising = /^(core\/src\/[a-z]+\/(ports|use-cases|operations)|contracts\/src)\//
    nothingIn(sources.filter(({ path }) => promising.test(path)).flatMap(missingDocstrings))
  })

  const manifests = repositoryFiles(/^([^/]+\/){0,2}package\.json$/).map(({ path, text }): Manifest => ({
    ...(JSON.parse(text) as Omit<Manifest, 'path'>),
    path,
  }))
  const [lockfile] = repositoryFiles(/^package-lock\.json$/)
  const { packages } = JSON.parse(lockfile?.text ?? '{}') as { packages: LockedPackages }

  it('has one version, and exact ones of all dependencies', () => {
    const [lerna] = repositoryFiles(/^lerna\.json$/)
    const { version } = JSON.parse(lerna?.text ?? '{}') as { version: string }
    nothingIn([...unevenVersions(manifests, version), ...differingDependencies(manifests)])
  })

  it('has a lockfile that installs everywhere', () => {
    nothingIn([...downloadAddresses(packages), ...missingOptionals(packages)])
  })

  it('has a lockfile for the documentation site that installs everywhere and stays small', () => {
    const [site] = repositoryFiles(/^site\/package-lock\.json$/)
    const { packages: ofSite } = JSON.parse(site?.text ?? '{}') as { packages: LockedPackages }
    nothingIn([...downloadAddresses(ofSite), ...missingOptionals(ofSite)])
    expect(Object.keys(ofSite).length).to.be.within(2, 10)
  })

  it('runs no script of an installed package', () => {
    const [npmrc] = repositoryFiles(/^\.npmrc$/)
    expect(npmrc?.text).to.match(/^ignore-scripts=true$/m)
    nothingIn(installScripts(packages))
  })

  it("declares no package that it doesn't import", () => {
    const peers = Object.values(packages).flatMap(({ peerDependencies = {} }) =>
      Object.keys(peerDependencies),
    )
    const others = repositoryFiles(/^(examples\/.*\.ts|site\/.*\.mjs)$/)
    nothingIn(strayDependencies(manifests, [...sources, ...others], new Set(peers)))
  })

  it('has no more dependencies than allowed', () => nothingIn(tooManyEntries(packages, MOST_ENTRIES)))
})
