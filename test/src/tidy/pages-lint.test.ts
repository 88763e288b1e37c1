import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import ts from 'typescript'
import { parseAllDocuments } from 'yaml'
import { repositoryFiles } from '../architecture/source-files.js'
import { type Block, readBlocks } from '../readme/read-blocks.js'
import { withoutCode } from './headings.js'

/** The pages that customers and administrators read. */
const pages = repositoryFiles(/^(README|docs\/(?!decisions\/)[^.]+)\.md$/)

interface Heading {
  readonly place: string
  readonly depth: number
  readonly text: string
}

const headingsOf = (path: string, text: string): readonly Heading[] =>
  withoutCode(text)
    .split('\n')
    .flatMap((line, at) => {
      const [, signs = '', heading = ''] = /^(#{1,6}) +(.+)$/.exec(line) ?? []
      return heading === '' ? [] : [{ place: `${path}:${at + 1}`, depth: signs.length, text: heading }]
    })

const inLines = (headings: readonly Heading[]): readonly string[] =>
  headings.map(({ place, text }) => `${place}  ${text}`)

const all = pages.flatMap(({ path, text }) => headingsOf(path, text))

describe('The headings of pages', () => {
  it('are one of the first level, in the first line, and skip no level', () => {
    for (const { path, text } of pages) {
      const headings = headingsOf(path, text)
      expect(text.startsWith('# '), path).to.equal(true)
      expect(
        headings.filter(({ depth }) => depth === 1),
        path,
      ).to.have.length(1)
      const skipping = headings.filter(({ depth }, at) => depth > (headings[at - 1]?.depth ?? 0) + 1)
      expect(inLines(skipping)).to.deep.equal([])
    }
  })

  it('are tasks or nouns that people search for, not questions or sentences', () => {
    // "What to ask the provider for" is a task.
    const questions = all.filter(({ text }) =>
      /^(How|Who|Whose|Why|Where|Which|What(?! to ask| isn't))\b/.test(text),
    )
    expect(
      inLines(questions.filter(({ place }) => !/^(README|docs\/comparison)\.md:/.test(place))),
    ).to.deep.equal([])
    expect(inLines(all.filter(({ text }) => /[.:,;]$/.test(text)))).to.deep.equal([])
  })

  it('are different on a page, so that each has an anchor of its own', () => {
    const repeated = pages.flatMap(({ path, text }) => {
      const texts = headingsOf(path, text).map((heading) => heading.text)
      return texts.filter((one, at) => texts.indexOf(one) !== at).map((one) => `${path}: ${one}`)
    })
    expect(repeated).to.deep.equal([])
  })
})

const blocks = pages.flatMap(({ path, text }) => readBlocks(text, path))
const inLanguage = (...languages: readonly string[]): readonly Block[] =>
  blocks.filter(({ language }) => languages.includes(language))
const placeOf = ({ page, line }: Block): string => `${page}:${line}`

/** `…` stands for something left out. */
const isWhole = ({ text }: Block): boolean => !text.includes('…')

describe('The blocks of code on pages', () => {
  it('have a known language, or none', () => {
    const known = [
      'bash',
      'sh',
      'text',
      'json',
      'yaml',
      'csv',
      'js',
      'ts',
      'python',
      'go',
      'php',
      'mermaid',
      '',
    ]
    const unknown = blocks.filter(({ language }) => !known.includes(language))
    expect(unknown.map(placeOf)).to.deep.equal([])
  })

  it('are JSON and YAML that parsers accept', () => {
    for (const block of inLanguage('json').filter(isWhole))
      expect(() => JSON.parse(block.text) as unknown, placeOf(block)).to.not.throw()
    for (const block of inLanguage('yaml'))
      for (const { errors } of parseAllDocuments(block.text)) expect(errors, placeOf(block)).to.deep.equal([])
  })

  it('are programs without syntax errors', () => {
    for (const block of inLanguage('js', 'ts')) {
      const { diagnostics = [] } = ts.transpileModule(block.text, { reportDiagnostics: true })
      expect(
        diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
        placeOf(block),
      ).to.deep.equal([])
    }
    for (const block of inLanguage('bash', 'sh'))
      expect(
        () => execFileSync('bash', ['-n'], { input: `${block.text}\n`, stdio: 'pipe' }),
        placeOf(block),
      ).to.not.throw()
  })
})
