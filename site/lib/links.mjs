// Addresses between pages. Links of pages that are files of the repository are relative to the file. Links of
// generated pages start at the root of the site (`/errors/conflict`).
import { posix } from 'node:path'
import { isFolder, isThere } from './repository.mjs'

const EXTERNAL = /^[a-z][a-z+.-]*:/i

/** The prefix of addresses on a page, which leads to the root of the site. */
export const rootOf = (path) => '../'.repeat(path.split('/').length - 1) || './'

/** The page of a file that isn't documentation, but that a page links to. */
export const sourcePageOf = (file) => `source/${file.replace(/^\./, 'dot-')}`

const withAnchor = (path, anchor) => (anchor === undefined ? path : `${path}#${anchor}`)

/** How texts cite a page of docs/, and what names a setting, metric, alert, code, operation or type of events. */
const CITED = /^\/?docs\/([\w-]+(?:\/[\w-]+)*)(?:#([\w-]+))?$/
const NAME = /^\w+$/
const EVENT_TYPE = /^[a-z]+\.[a-z_]+$/
const NAMED = ['settings', 'metrics', 'alerts', 'reference', 'reference/admin']

/** Knows which page shows which file, and which entry of a page has a page of its own. */
export class LinkMap {
  constructor() {
    this.bySource = new Map()
    this.entries = new Map()
    this.paths = new Set()
    this.sources = new Set()
    this.problems = []
  }

  /** Registers a page. */
  add({ path, source }) {
    this.paths.add(path)
    if (source !== undefined) this.bySource.set(source, path)
  }

  /** Links to a heading of a file lead to a page of its own. */
  addEntry(source, anchor, path) {
    this.entries.set(`${source}#${anchor}`, path)
  }

  #sourceTarget(file, anchor) {
    const entry = this.entries.get(`${file}#${anchor}`)
    if (entry !== undefined) return entry
    const page = this.bySource.get(file) ?? this.bySource.get(`${file}/README.md`)
    if (page !== undefined) return withAnchor(page, anchor)
    if (!isThere(file)) return undefined
    if (isFolder(file))
      return isThere(`${file}/README.md`) ? this.#source(`${file}/README.md`) : this.#source(file)
    return withAnchor(this.#source(file), anchor)
  }

  #source(file) {
    this.sources.add(file)
    return sourcePageOf(file)
  }

  /** The page of what a piece of code names: a page of docs/, a setting, a type of events and so on. */
  entryOf(code) {
    const [, cited, anchor] = CITED.exec(code) ?? []
    if (cited !== undefined) {
      const path = this.paths.has(cited) ? cited : [...this.paths].find((one) => one.startsWith(`${cited}-`))
      return path === undefined ? undefined : withAnchor(path, anchor)
    }
    if (EVENT_TYPE.test(code)) return [`events/${code}`].find((path) => this.paths.has(path))
    if (!NAME.test(code)) return undefined
    const folders = code.includes('_') ? [...NAMED, 'errors'] : NAMED
    return folders.map((folder) => `${folder}/${code}`).find((path) => this.paths.has(path))
  }

  /** The path within the site that a link leads to, with its anchor, or undefined if it leads elsewhere. */
  targetOf(href, page) {
    if (EXTERNAL.test(href)) return undefined
    const [file = '', anchor] = href.split('#')
    if (href.startsWith('/')) return withAnchor(file.slice(1), anchor)
    if (file === '' && page.linksFrom === undefined) return withAnchor(page.path, anchor)
    const base = page.linksFrom ?? page.source ?? 'docs/README.md'
    const target = file === '' ? base : posix.join(posix.dirname(base), file).replace(/\/$/, '')
    const found = this.#sourceTarget(target, anchor)
    if (found === undefined) this.problems.push(`${page.source ?? page.path}: ${href} leads nowhere`)
    return found ?? ''
  }
}

/** The address of a path of the site on a page whose root is `root`. */
export const addressOf = (root, target) => {
  const [path, anchor] = target.split('#')
  return withAnchor(path === '' ? root : `${root}${path}`, anchor)
}
