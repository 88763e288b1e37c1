import { repositoryFiles, type SourceFile } from '../architecture/source-files.js'
import type { TextLayout } from './prose-sentences.js'
import { INSIDE_WORDS, type Synonym, SYNONYMS } from './prose-synonyms.js'

/** Maximums of a surface. They can only be lowered. */
interface ProseBudgets {
  /** Marks per 1,000 words. */
  readonly marks: number
  /** Long sentences in 100 sentences. */
  readonly long: number
  /** Words per 1,000 that are a second name of something. */
  readonly synonyms: number
}

/** Texts for the same readers. */
export interface ProseSurface {
  readonly name: string
  readonly budgets: ProseBudgets
  readonly layout: TextLayout
  /** The words that its readers should not meet. */
  readonly synonyms: readonly Synonym[]
  /** Its texts without code, each with the path of its file. */
  readonly texts: () => readonly SourceFile[]
}

const withoutCode = (markdown: string): string =>
  markdown
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/`[^`\n]*`/g, 'x')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/https?:\S+/g, ' ')

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

const isProse = (text: string): boolean => /\s/.test(text) && /[a-z]{2}/.test(text) && !/^[./@#]/.test(text)

/** The strings of a program that are for people. */
const stringsIn = (program: string): string =>
  [...program.matchAll(LITERAL)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .map((text) => text.replaceAll(/\$\{[^}]*\}/g, 'x').replaceAll("\\'", "'"))
    .filter(isProse)
    .join('\n')

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/([^\n]*(?:\n\s*\/\/[^\n]*)*)/g

const commentsIn = (program: string): string =>
  [...program.matchAll(COMMENT)]
    .map(([, block, lines]) =>
      (block ?? lines ?? '').replace(/@example[\s\S]*/, '').replaceAll(/^\s*(?:\*|\/\/)/gm, ' '),
    )
    .join('\n\n')

const TITLE = /\b(?:it|describe|test)\(\s*(['"`])((?:(?!\1).)*)\1/g

const titlesIn = (program: string): string =>
  [...program.matchAll(TITLE)].map(([, , title = '']) => title).join('\n')

const DESCRIBING = new Set(['description', 'summary', 'title'])

/** The descriptions of a document, each once. */
const descriptionsIn = (document: string): string => {
  const seen = new Set<string>()
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (DESCRIBING.has(key)) seen.add(value)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, name)
  }
  visit(JSON.parse(document), '')
  return [...seen].join('\n').replaceAll(/`[^`\n]*`/g, 'x')
}

/** The texts of the files with these paths, reduced to the parts for people. */
const textsOf =
  (path: RegExp, extract: (text: string) => string, but?: RegExp): ProseSurface['texts'] =>
  () =>
    repositoryFiles(path)
      .filter((file) => but?.test(file.path) !== true)
      .map((file) => ({ path: file.path, text: extract(file.text) }))

const PROGRAM = '\\.(ts|tsx|mjs)$'

const program = (start: string): RegExp => new RegExp(`^(${start}).*${PROGRAM}`)

const CUSTOMERS = [...SYNONYMS, ...INSIDE_WORDS]

/** Every surface, with its budgets. */
export const PROSE_SURFACES: readonly ProseSurface[] = [
  {
    name: 'readme',
    budgets: { marks: 1, long: 0, synonyms: 0 },
    layout: 'wrapped',
    synonyms: CUSTOMERS,
    texts: textsOf(/^README\.md$/, withoutCode),
  },
  {
    name: 'docs',
    budgets: { marks: 2, long: 0.1, synonyms: 0 },
    layout: 'wrapped',
    synonyms: SYNONYMS,
    texts: textsOf(/^docs\/(?!decisions\/).+\.md$/, withoutCode),
  },
  {
    name: 'decisions',
    budgets: { marks: 4, long: 3.6, synonyms: 0 },
    layout: 'wrapped',
    synonyms: SYNONYMS,
    texts: textsOf(/^docs\/decisions\/.*\.md$/, withoutCode),
  },
  {
    name: 'contributors',
    budgets: { marks: 2, long: 0.2, synonyms: 0 },
    layout: 'wrapped',
    synonyms: SYNONYMS,
    texts: textsOf(/^(ARCHITECTURE|CONTRIBUTING|GLOSSARY|CHANGELOG)\.md$/, withoutCode),
  },
  {
    name: 'packages',
    budgets: { marks: 1, long: 0.2, synonyms: 0 },
    layout: 'wrapped',
    synonyms: SYNONYMS,
    texts: textsOf(/\/README\.md$/, withoutCode, /^docs\//),
  },
  {
    name: 'screens',
    budgets: { marks: 1, long: 0, synonyms: 0 },
    layout: 'lines',
    synonyms: CUSTOMERS,
    texts: textsOf(/^web\/src\/.*(\/language\/.*|texts?)\.tsx?$/, stringsIn),
  },
  {
    name: 'commands',
    budgets: { marks: 1, long: 0, synonyms: 0 },
    layout: 'lines',
    synonyms: SYNONYMS,
    texts: textsOf(
      /^(hosts\/.*\/(entrances|pages|mail|commands|setup)\/.*|hosts\/.*commands?|clients\/dev\/src\/.*)\.(ts|tsx|mjs)$/,
      stringsIn,
      // The descriptions of the API, once more.
      /^clients\/dev\/src\/operations\/registry\.ts$/,
    ),
  },
  {
    name: 'api',
    budgets: { marks: 1, long: 0, synonyms: 0 },
    layout: 'lines',
    synonyms: SYNONYMS,
    texts: textsOf(/^contracts\/openapi\.json$/, descriptionsIn),
  },
  {
    name: 'errors',
    budgets: { marks: 2, long: 0, synonyms: 0 },
    layout: 'lines',
    synonyms: CUSTOMERS,
    texts: textsOf(program('contracts/src/errors/|core/src/kernel/refusals/'), stringsIn),
  },
  {
    name: 'deploy',
    budgets: { marks: 1, long: 0.1, synonyms: 0.1 },
    layout: 'lines',
    synonyms: SYNONYMS,
    texts: textsOf(/^deploy\//, (text) => text),
  },
  {
    name: 'comments',
    budgets: { marks: 3, long: 0.3, synonyms: 0.6 },
    layout: 'wrapped',
    synonyms: SYNONYMS,
    texts: textsOf(
      program('(core|adapters|hosts|contracts|web|clients|embedding|scripts|site)/'),
      commentsIn,
      /^web\/dist\//,
    ),
  },
  {
    name: 'tests',
    budgets: { marks: 2, long: 0, synonyms: 0.6 },
    layout: 'lines',
    synonyms: SYNONYMS,
    texts: textsOf(program('test/'), titlesIn),
  },
]
