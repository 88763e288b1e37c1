import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { SiteName } from './site-answers.js'
import { createPublicFile, type PublicFile } from '../../public-files/public-file.js'

/** The build's manifest: maps logical names to files in the folder. */
interface Manifest {
  readonly files: Readonly<Record<string, string>>
  /** The files that a browser loads before the first screen. */
  readonly firstView?: readonly string[]
}

/** The first files of the pages, as addresses of this origin. */
export interface FirstFiles {
  readonly script: string
  readonly style: string
  /** Further scripts that the first one imports at once. */
  readonly preloaded: readonly string[]
}

/** The built files of the pages; each is named after a hash of its content. */
export interface BuiltFiles {
  /** Undefined if nothing was built yet. */
  firstView(): FirstFiles | undefined
  /** Undefined if there is no such file. */
  find(name: string): PublicFile | undefined
}

/** The address prefix of the files. */
export const ASSETS = '/assets'

/** Files with different content have different names. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const PACKED_ENDINGS = { br: '.br', gzip: '.gz' } as const

const readManifest = (folder: string | undefined): Manifest | undefined => {
  if (folder === undefined || !existsSync(join(folder, 'manifest.json'))) return undefined
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
}

const viewOf = (site: string, { files, firstView = [] }: Manifest): FirstFiles | undefined => {
  const [script, style] = [files[`${site}.js`], files['style.css']]
  if (script === undefined || style === undefined) return undefined
  const address = (name: string): string => `${ASSETS}/${name}`
  const preloaded = firstView.filter((name) => name !== script).map(address)
  return { script: address(script), style: address(style), preloaded }
}

/** Reads each file once, on its first request. While there are none, it checks for them again. */
export const createBuiltFiles = (site: SiteName['word'], folder: string | undefined): BuiltFiles => {
  let manifest: Manifest | undefined
  const known = new Map<string, PublicFile>()
  const load = (): Manifest | undefined => (manifest ??= readManifest(folder))
  const publicFileOf = (name: string): PublicFile | undefined => {
    const contentType = TYPES[extname(name)]
    const isBuilt = Object.values(load()?.files ?? {}).includes(name)
    if (folder === undefined || contentType === undefined || !isBuilt) return undefined
    return createPublicFile(
      contentType,
      FOR_EVER,
      () => readFileSync(join(folder, name)),
      (_digest, encoding) => join(folder, `${name}${PACKED_ENDINGS[encoding]}`),
    )
  }
  return {
    firstView: () => {
      const built = load()
      return built === undefined ? undefined : viewOf(site, built)
    },
    find: (name) => {
      const file = known.get(name) ?? publicFileOf(name)
      if (file !== undefined) known.set(name, file)
      return file
    },
  }
}
