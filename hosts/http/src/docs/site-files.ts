import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from '@postrider/core/kernel/texts/escape-html'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import { createPublicFile, type PublicFile } from '@postrider/web-server/public-files/public-file'

/** The built documentation site. */
export interface SiteFiles {
  /** The HTML of the page at `/docs`. Undefined if the site isn't built. */
  home(): string | undefined
  /** The page or file at a path below `/docs/`. Undefined if there is none. */
  find(path: string): PublicFile | undefined
  /** The page for a path without a page. Undefined if the site isn't built. */
  missing(path: string): string | undefined
}

/** The folder into which `npm run docs:build` writes the site (site/build.mjs). */
const BUILT = fileURLToPath(new URL('../site/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/** Pages change with the version: a browser asks each time, and gets a 304 if it has the current one. */
const CACHE_CONTROL = 'no-cache'

/** The page at an address without a slash at its end, and the one for missing pages. */
const HOME = 'home.html'
const MISSING = '404.html'

/** The most files that are kept in memory. The site has more than a thousand. */
const MOST_KEPT = 100

/** The name of the product as each page shows it: in its title and at its top (site/lib/layout.mjs). */
const BRANDS: ReadonlyArray<(name: string) => string> = [
  (name) => `${name} documentation</title>`,
  (name) => `</svg>${name} <span>`,
]

const branded = (html: string, name: string): string =>
  BRANDS.reduce(
    (text, brand) => text.replace(brand(DEFAULT_PRODUCT.name), () => brand(escapeHtml(name))),
    html,
  )

const namesIn = (folder: string): ReadonlySet<string> =>
  new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'))
      : [],
  )

/** The names of the files, read when they are first needed; until the site is built, each time. */
const namesOnDemand = (folder: string): (() => ReadonlySet<string>) => {
  let names: ReadonlySet<string> = new Set()
  return () => {
    if (names.size === 0) names = namesIn(folder)
    return names
  }
}

/** Keeps what was found last, up to a number of entries. */
const remembering = <A>(most: number, find: (name: string) => A): ((name: string) => A) => {
  const kept = new Map<string, A>()
  return (name) => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const found = find(name)
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    kept.set(name, found)
    return found
  }
}

/**
 * The site in a folder, with the product's name on its pages. Only names that the folder lists are read, so
 * a path can't lead out of it. Pages of a product with another name are sent uncompressed.
 */
export const createSiteFiles = (productName: string, folder = BUILT): SiteFiles => {
  const names = namesOnDemand(folder)
  const isRenamed = productName !== DEFAULT_PRODUCT.name
  const textOf = (name: string): string => branded(readFileSync(join(folder, name), 'utf8'), productName)
  const fileOf = remembering(MOST_KEPT, (name) => {
    const isBranded = isRenamed && name.endsWith('.html')
    return createPublicFile(
      TYPES[extname(name)] ?? 'application/octet-stream',
      CACHE_CONTROL,
      () => (isBranded ? Buffer.from(textOf(name)) : readFileSync(join(folder, name))),
      (_digest, encoding) =>
        join(
          folder,
          isBranded ? 'compressed-forms-lack-the-name' : `${name}.${encoding === 'gzip' ? 'gz' : encoding}`,
        ),
    )
  })
  const fileAt = (name: string): PublicFile | undefined =>
    TYPES[extname(name)] !== undefined && names().has(name) ? fileOf(name) : undefined
  return {
    home: () => (names().has(HOME) ? textOf(HOME) : undefined),
    find: (path) => fileAt(`${path === '' ? 'index' : path}.html`) ?? fileAt(path),
    missing: (path) => {
      if (!names().has(MISSING)) return undefined
      const depth = path.split('/').length - 1
      return textOf(MISSING).replaceAll('="./', `="${'../'.repeat(depth) || './'}`)
    },
  }
}
