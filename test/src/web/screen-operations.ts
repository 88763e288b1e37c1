import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OPERATIONS, type OperationName } from '@postrider/core/assembly/registry'
import { repositoryRoot } from '../architecture/source-files.js'

/** A site with screens. */
export type SiteWord = 'console' | 'website'

/** A screen, by the name of its folder, and the operations that its code names. */
export interface ScreenOperations {
  readonly screen: string
  readonly readings: readonly OperationName[]
  readonly orders: readonly OperationName[]
}

const isOperation = (text: string): text is OperationName => Object.hasOwn(OPERATIONS, text)

const namedIn = (text: string): readonly OperationName[] =>
  [...text.matchAll(/['"]([a-z][A-Za-z]+)['"]/g)].map(([, word = '']) => word).filter(isOperation)

/** The source files that a file imports from its own package. */
const importedBy = (file: string, text: string): readonly string[] =>
  [...text.matchAll(/from '(\.[^']+)\.js'/g)]
    .flatMap(([, path = '']) => ['.ts', '.tsx'].map((ending) => join(dirname(file), `${path}${ending}`)))
    .filter(existsSync)

/** The operations named by the files of a folder and by everything that they import. */
const namedBelow = (folder: string): readonly OperationName[] => {
  const waiting = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
  const seen = new Set<string>()
  const named = new Set<OperationName>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const name of namedIn(text)) named.add(name)
    waiting.push(...importedBy(file, text))
  }
  return [...named].sort()
}

const operationsBelow = (screen: string, folder: string): ScreenOperations => {
  const named = namedBelow(folder)
  return {
    screen,
    readings: named.filter((name) => !OPERATIONS[name].mutation),
    orders: named.filter((name) => OPERATIONS[name].mutation),
  }
}

/** The folders of a site that aren't screens. */
const BESIDE_SCREENS: ReadonlySet<string> = new Set(['health', 'parts', 'shell', 'state'])

/** Every screen of a site with its operations, after those of the frame around the screens. */
export const screenOperations = (site: SiteWord): readonly ScreenOperations[] => {
  const sources = join(repositoryRoot, 'web/src', site)
  const screens = readdirSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !BESIDE_SCREENS.has(entry.name))
    .map(({ name }) => operationsBelow(name, join(sources, name)))
  return [operationsBelow('(every screen)', join(sources, 'state')), ...screens]
}
