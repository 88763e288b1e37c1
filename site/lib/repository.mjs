// The repository that the site is built from.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the site's own sources. */
export const siteFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** The root of the repository. */
export const root = dirname(siteFolder)

export const readText = (path) => readFileSync(join(root, path), 'utf8')

export const readJson = (path) => JSON.parse(readText(path))

export const isThere = (path) => existsSync(join(root, path))

export const isFolder = (path) => isThere(path) && statSync(join(root, path)).isDirectory()

/** The files below a folder with this ending, relative to the root, in order. */
export const filesBelow = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.split('\\').join('/')}`)
    .sort()

/** A compiled module of a package, for example `contracts/dist/errors/error-guide.js`. */
export const compiled = (path) => import(join(root, path))
