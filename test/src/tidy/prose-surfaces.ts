import { repositoryFiles, type SourceFile } from '../architecture/source-files.js'

/** Texts for the same readers. */
export interface ProseSurface {
  readonly name: string
  /** The maximum number of marks per 1,000 words. It can only be lowered. */
  readonly budget: number
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

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/([^\n]*)/g

const commentsIn = (program: string): string =>
  [...program.matchAll(COMMENT)]
    .map(([, block, line]) => (block ?? line ?? '').replaceAll(/^\s*\*/gm, ' '))
    .join('\n')

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
  return [...seen].join('\n')
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

/** Every surface, with its budget. */
export const PROSE_SURFACES: readonly ProseSurface[] = [
  { name: 'readme', budget: 2, texts: textsOf(/^README\.md$/, withoutCode) },
  { name: 'docs', budget: 3, texts: textsOf(/^docs\/(?!decisions\/).+\.md$/, withoutCode) },
  { name: 'decisions', budget: 6, texts: textsOf(/^docs\/decisions\/.*\.md$/, withoutCode) },
  {
    name: 'contributors',
    budget: 3,
    texts: textsOf(/^(ARCHITECTURE|CONTRIBUTING|GLOSSARY|CHANGELOG)\.md$/, withoutCode),
  },
  { name: 'packages', budget: 7, texts: textsOf(/\/README\.md$/, withoutCode, /^docs\//) },
  { name: 'screens', budget: 2, texts: textsOf(/^web\/src\/.*(\/language\/.*|texts?)\.tsx?$/, stringsIn) },
  {
    name: 'commands',
    budget: 2,
    texts: textsOf(
      /^(hosts\/.*\/(entrances|pages|mail|commands|setup)\/.*|hosts\/.*commands?|clients\/dev\/src\/.*)\.(ts|tsx|mjs)$/,
      stringsIn,
    ),
  },
  { name: 'api', budget: 2, texts: textsOf(/^contracts\/openapi\.json$/, descriptionsIn) },
  {
    name: 'errors',
    budget: 5,
    texts: textsOf(program('contracts/src/errors/|core/src/kernel/refusals/'), stringsIn),
  },
  { name: 'deploy', budget: 2, texts: textsOf(/^deploy\//, (text) => text) },
  {
    name: 'comments',
    budget: 4,
    texts: textsOf(
      program('(core|adapters|hosts|contracts|web|clients|embedding|scripts)/'),
      commentsIn,
      /^web\/dist\//,
    ),
  },
  { name: 'tests', budget: 3, texts: textsOf(program('test/'), titlesIn) },
]
