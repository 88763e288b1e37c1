import { expect } from 'chai'
import type { SourceFile } from '../architecture/source-files.js'
import { brokenCitations, brokenLinks, libraryOf, oldCitations } from './citations.js'
import { findingText, type Finding } from './finding.js'
import { anchorsOf } from './headings.js'
import { incompleteEntries, missingPaths, unknownInvariants } from './promises.js'

// The rules check this file too, so that what they forbid is put together here.
const planted = (...pieces: string[]): string => pieces.join('')
const DOCS = planted('do', 'cs')

const pages: readonly SourceFile[] = [
  { path: `${DOCS}/keys.md`, text: '# Keys\n\n## In use\n\n## In use\n' },
  { path: `${DOCS}/decisions/0007-doors.md`, text: '# 7. Doors\n' },
  { path: 'README.md', text: '# Read\n' },
]
const library = libraryOf(['core/src/a.ts', 'core/src/b/c.ts', ...pages.map(({ path }) => path)], pages)

const textsOf = (findings: readonly Finding[]): string[] => findings.map(findingText)
const cited = (text: string, path = 'core/src/a.ts'): string[] =>
  textsOf(brokenCitations({ path, text }, library))
const linked = (text: string, path = `${DOCS}/keys.md`): string[] =>
  textsOf(brokenLinks({ path, text }, library))

describe('The anchors of a page', () => {
  it('are those that GitHub gives its headings', () => {
    const page = '# One & two\n\n## `code` and [a link](x.md)\n\n## Same\n\n### Same\n\n# 7. Ends, here? #\n'
    expect(anchorsOf(page)).to.deep.equal(['one--two', 'code-and-a-link', 'same', 'same-1', '7-ends-here'])
  })

  it('ignore blocks of code', () => {
    expect(anchorsOf('# A\n\n```bash\n# no heading\n```\n\n## B\n')).to.deep.equal(['a', 'b'])
  })
})

describe('The rule of citations', () => {
  for (const lawful of [
    'keys',
    'keys#keys',
    'keys#in-use-1',
    'keys.',
    'decisions/0007',
    'decisions',
    'keys.md',
  ])
    it(`follows ${lawful}`, () => expect(cited(`see ${DOCS}/${lawful}`)).to.deep.equal([]))

  for (const lawful of [`/${DOCS}/start.js`, `'${DOCS}/icon.png'`, `../${DOCS}/page.md`, `${DOCS}/`])
    it(`ignores ${lawful}, which isn't one`, () => expect(cited(lawful)).to.deep.equal([]))

  for (const [broken, problem] of [
    ['locks', 'there is no such page'],
    ['locks#keys', 'there is no such page'],
    ['keys#out-of-use', 'the page has no such heading'],
    ['keys.md#out-of-use', 'the page has no such heading'],
    ['decisions/0008', 'there is no such page'],
    ['decisions/0007#windows', 'the page has no such heading'],
    ['decisions#keys', 'there is no such page'],
  ] as const)
    for (const path of ['core/src/a.ts', 'compose.yaml', 'README.md'])
      it(`finds ${broken} in ${path}`, () => {
        const text = `\n# see ${DOCS}/${broken}, and more`
        expect(cited(text, path)).to.deep.equal([`${path}:2: ${DOCS}/${broken}: ${problem}`])
      })

  it('finds citations that are longer than needed, only in comments of code', () => {
    for (const long of ['keys.md', 'decisions/0007-doors', 'decisions/0007-doors.md']) {
      expect(cited(`/** See ${DOCS}/${long}. */`)).to.have.length(1)
      expect(cited(`say('see ${DOCS}/${long}')`)).to.deep.equal([])
      expect(cited(`# see ${DOCS}/${long}`, 'compose.yaml')).to.deep.equal([])
    }
  })
})

describe('The rule of links', () => {
  for (const lawful of ['keys.md', '#in-use', 'decisions/0007-doors.md#7-doors', '../README.md', 'decisions'])
    it(`follows ${lawful}`, () => expect(linked(`[that](${lawful})`)).to.deep.equal([]))

  it('ignores addresses and blocks of code', () => {
    expect(linked('[a](https://a.example/x.md#y)\n\n```text\n[b](nowhere.md)\n```\n')).to.deep.equal([])
  })

  for (const [broken, problem] of [
    ['locks.md', 'there is no such file'],
    ['README.md', 'there is no such file'],
    ['../core/src/d.ts', 'there is no such file'],
    ['#out-of-use', 'the page has no such heading'],
    ['keys.md#out-of-use', 'the page has no such heading'],
    ['../core/src/a.ts#keys', 'the page has no such heading'],
  ] as const)
    it(`finds ${broken}`, () =>
      expect(linked(`[see](keys.md)\n[that](${broken})`)).to.deep.equal([
        `${DOCS}/keys.md:2: ${broken}: ${problem}`,
      ]))
})

describe('The rule of old citations', () => {
  const old = (text: string): string[] => textsOf(oldCitations({ path: 'core/src/a.ts', text }))

  for (const [word, number] of [
    ['decis', 'ions 7'],
    ['specific', 'ation 4.5'],
    ['reliab', 'ility F1'],
    ['reliab', 'ility D-2'],
    ['reliab', 'ility 2.11'],
    ['perform', 'ance 7'],
  ] as const)
    it(`finds ${word}${number}, also over the end of a line`, () => {
      expect(old(`/** So it is (${word}${number}). */`)).to.have.length(1)
      expect(old(` * So it is (${word}${number.replace(' ', '\n * ')}).`)).to.have.length(1)
    })

  it('allows the words by themselves', () => {
    expect(old('decisions of 7, the specification; reliability: 3, performance.now()')).to.deep.equal([])
  })
})

describe('The rule of the page of promises', () => {
  const page = (text: string): SourceFile => ({ path: `${DOCS}/promises.md`, text })
  const entry = (code: string, tests = '`core/src/b`'): string =>
    `## Money\n\n### Loss\n\nIt is lost.\n\n- Promise: never.\n- Code: ${code}.\n- Tests: ${tests}.\n`

  it('finds missing paths, files and folders', () => {
    expect(missingPaths(page(entry('`core/src/a.ts`')), library)).to.deep.equal([])
    expect(textsOf(missingPaths(page(entry('`core/src/d.ts`', '`core/lib`')), library))).to.deep.equal([
      `${DOCS}/promises.md:8: core/src/d.ts is not there`,
      `${DOCS}/promises.md:9: core/lib is not there`,
    ])
  })

  it('finds entries with a missing part, or a part without a path', () => {
    expect(incompleteEntries(page(entry('`core/src/a.ts`')))).to.deep.equal([])
    expect(textsOf(incompleteEntries(page(entry('the core'))))).to.deep.equal([
      `${DOCS}/promises.md: Loss lacks "Code"`,
    ])
    expect(incompleteEntries(page('### Loss\n\nIt is lost.\n\n## Next\n'))).to.have.length(3)
  })

  it("finds invariants that it doesn't explain", () => {
    const table = page('| Name |\n| ---- |\n| M-1  | sums |\n')
    const code = (text: string): SourceFile => ({ path: 'core/src/a.ts', text })
    expect(unknownInvariants(code("of('M-1', x); of('M-1: of y')"), table)).to.deep.equal([])
    expect(unknownInvariants(code(`of('${planted('M-', '9')}')`), table)).to.have.length(1)
  })
})
