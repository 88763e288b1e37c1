import { createRequire } from 'node:module'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ignore } from '@balena/dockerignore'

/** The folder in which `docker build .` is called. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

/** Large folders that are excluded as a whole. `isSent` is tested separately for them. */
const NOT_WALKED = new Set(['.git', 'node_modules', 'dist'])

/** Its types are wrong: it is written for CommonJS. */
const ignore = createRequire(import.meta.url)('@balena/dockerignore') as () => Ignore

const rules = (): Ignore => ignore().add(readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8').split('\n'))

/** Whether the builder gets the file, by .dockerignore. */
export const isSent = (path: string): boolean => !rules().ignores(path)

const walk = (folder: string): readonly string[] =>
  readdirSync(join(REPOSITORY, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_WALKED.has(entry.name) ? [] : walk(path)
    return [path]
  })

/** The files that the builder gets, by their paths in the repository. */
export const contextFiles = (): readonly string[] => {
  const isIn = rules().createFilter()
  const tops = readdirSync(REPOSITORY, { withFileTypes: true })
  const folders = [
    'contracts',
    'core',
    'adapters',
    'hosts',
    'embedding',
    'clients',
    'web',
    'scripts',
    'test',
    'bench',
    'docs',
    'site',
    'deploy',
    'examples',
    '.github',
  ]
  const files = tops.filter((entry) => entry.isFile()).map(({ name }) => name)
  return [...files, ...folders.flatMap(walk)].filter((path) => isIn(path))
}
