import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS, type OperationName } from '@postrider/core/domain/operations/registry'
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

const namedIn = (file: string): readonly OperationName[] =>
  [...readFileSync(file, 'utf8').matchAll(/['"]([a-z][A-Za-z]+)['"]/g)]
    .map(([, text = '']) => text)
    .filter(isOperation)

const namedBelow = (folder: string): readonly OperationName[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  return [...new Set(files.flatMap((name) => namedIn(join(folder, name))))].sort()
}

const operationsBelow = (screen: string, folder: string): ScreenOperations => {
  const named = namedBelow(folder)
  return {
    screen,
    readings: named.filter((name) => !OPERATIONS[name].mutation),
    orders: named.filter((name) => OPERATIONS[name].mutation),
  }
}

/** Every screen of a site with its operations, and first what stands around the screens. */
export const screenOperations = (site: SiteWord): readonly ScreenOperations[] => {
  const sources = join(repositoryRoot, 'web/src', site)
  const screens = readdirSync(join(sources, 'screens'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => operationsBelow(name, join(sources, 'screens', name)))
  return [operationsBelow('(every screen)', join(sources, 'state')), ...screens]
}
