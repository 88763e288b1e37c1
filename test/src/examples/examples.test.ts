import { expect } from 'chai'
import ts from 'typescript'
import { readPackages } from '../architecture/read-packages.js'
import { parse, packageSources, repositoryFiles } from '../architecture/source-files.js'
import { exportedNames } from '../tidy/exported-names.js'
import { type Finding, findingText } from '../tidy/finding.js'
import { brokenExamples } from './check-examples.js'
import { type Example, examplesOfPage, docstringsIn } from './read-examples.js'

const LONGEST_README = 40
/** The packages that customers install, whose page is all that they read. */
const LONGEST_GUIDE = 140

const isGuide = (path: string): boolean => path.startsWith('clients/')

const nothingIn = (findings: readonly Finding[]): void => {
  if (findings.length > 0) expect.fail(`\n${findings.map(findingText).join('\n')}`)
}

/** A guide continues from block to block. */
const joined = ([first, ...others]: readonly Example[]): readonly Example[] =>
  first === undefined ? [] : [{ ...first, text: [first, ...others].map(({ text }) => text).join('\n') }]

const anExample = (text: string): Example => ({ path: 'core/README.md', line: 10, text })

describe('Examples', () => {
  const sources = packageSources().filter(({ path }) => !path.startsWith('test/'))
  const packages = readPackages().filter(({ folder }) => folder !== 'test')
  const pages = repositoryFiles(
    /^(core|contracts|web|bench|(adapters|hosts|embedding|clients)\/[^/]+)\/README\.md$/,
  )
  const shown = pages.map((page) => {
    const examples = examplesOfPage(page)
    return { page, examples: isGuide(page.path) ? joined(examples) : examples }
  })
  const documented = sources.flatMap((source) =>
    docstringsIn(source).map((each) => ({ ...each, path: source.path })),
  )

  const hasExample = (path: string, name: string): boolean =>
    documented.some((each) => each.path === path && each.name === name)

  it('are read from pages and docstrings, with their lines', () => {
    const page = examplesOfPage({ path: 'a.md', text: 'It is:\n\n```ts\na\nb\n```\n\n```bash\nc\n```\n' })
    expect(page).to.deep.equal([{ path: 'a.md', line: 4, text: 'a\nb' }])
    const text = [
      '/** Without. */',
      'const a = 1',
      '/**',
      ' * Says so.',
      ' * @example',
      ' * ```ts',
      " * import { b } from '@b/b'",
      ' *',
      ' *   b()',
      ' * ```',
      ' */',
      'export const b = (): void => undefined',
    ].join('\n')
    const examples = [{ path: 'b.ts', line: 7, text: "import { b } from '@b/b'\n\n  b()" }]
    expect(docstringsIn({ path: 'b.ts', text })).to.deep.equal([{ name: 'b', examples }])
  })

  it('are checked as strictly as the rest, each separately', () => {
    const fine = anExample("import { E } from '@postrider/core/fp'\nconst a = E.right(1)")
    const alike = anExample('const a: string = `b`')
    const gone = anExample("import { nothing } from '@postrider/core/fp'")
    const loose = anExample('\nconst text: string = [`a`][0]')
    const halved = anExample('const (')
    expect(brokenExamples([fine, alike])).to.deep.equal([])
    const found = brokenExamples([gone, loose, halved])
    expect(new Set(found.map(({ line }) => line))).to.deep.equal(new Set([10, 11]))
    expect(found[0]?.problem).to.match(/no exported member 'nothing'/)
    expect(found[1]?.problem).to.match(/undefined/)
    expect(found).to.have.length.greaterThan(2)
  })

  it('are on a page of every package, which describes it and shows its entry', () => {
    const entries = packages.flatMap(({ folder, name }) => {
      const path = `${folder}/README.md`
      const of = shown.find(({ page }) => page.path === path)
      if (of === undefined) return [{ path, problem: `${name} has no page` }]
      const lines = of.page.text.split('\n')
      const ways = of.examples.some(({ text }) => text.includes(`'${name}/`) || text.includes(`'${name}'`))
      const longest = isGuide(path) ? LONGEST_GUIDE : LONGEST_README
      return [
        ...(lines[0] === `# ${name}` ? [] : [{ path, problem: `begins with "# ${name}"` }]),
        ...(lines.length <= longest ? [] : [{ path, problem: `has over ${longest} lines` }]),
        ...(ways ? [] : [{ path, problem: `has no block of ts that imports from ${name}` }]),
      ]
    })
    nothingIn(entries)
  })

  it('are at the entry, at every port and at every kit', () => {
    const ports = sources.find(({ path }) => path === 'core/src/assembly/ports.ts')
    const used = [
      ...(ports?.text ?? '').matchAll(/import type \{ (\w+) \} from '\.\.\/(\w+\/ports\/.*)\.js'/g),
    ]
    const wanted: [path: string, name: string][] = [
      ['core/src/postrider.ts', 'createPostrider'],
      ...used.map(([, name = '', file = '']): [string, string] => [`core/src/${file}.ts`, name]),
      ...sources
        .filter(({ path }) => path.startsWith('embedding/conformance/'))
        .flatMap((source) =>
          exportedNames(parse(source))
            .filter(
              ({ name, declaration }) => name.startsWith('describe') && !ts.isExportSpecifier(declaration),
            )
            .map(({ name }): [string, string] => [source.path, name]),
        ),
    ]
    expect(used.length).to.be.greaterThan(20)
    nothingIn(
      wanted
        .filter(([path, name]) => !hasExample(path, name))
        .map(([path, name]) => ({ path, problem: `${name} has no @example in its docstring` })),
    )
  })

  it('compile as they are shown', () => {
    const examples = [
      ...shown.flatMap((each) => each.examples),
      ...documented.flatMap((each) => each.examples),
    ]
    nothingIn(brokenExamples(examples))
  })
})
