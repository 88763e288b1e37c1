// Reads the pages: the Markdown of docs/ and a few other files, and the pages generated from registries.
import { OTHER_PAGES, SIDEBAR } from '../sidebar.mjs'
import { adminPages } from '../reference/admin-pages.mjs'
import { operationPages } from '../reference/operation-pages.mjs'
import { socketPages } from '../reference/socket-page.mjs'
import { alertPages } from '../registry/alerts.mjs'
import { errorPages } from '../registry/errors.mjs'
import { fieldCodePages } from '../registry/field-codes.mjs'
import { eventPages } from '../registry/events.mjs'
import { metricPages } from '../registry/metrics.mjs'
import { providerPages } from '../registry/providers.mjs'
import { settingPages } from '../registry/settings.mjs'
import { Fault } from './fault.mjs'
import { descriptionOf, titleOf } from './markdown.mjs'
import { filesBelow, readText } from './repository.mjs'

/** The path of a file of docs/: the same without the folder and the ending. */
const pathOf = (file) => file.slice('docs/'.length, -'.md'.length).replace(/(^|\/)README$/, '')

const DECISION = /^decisions\/\d{4}-/

const sectionOf = (path) => {
  if (DECISION.test(path)) return 'Decisions'
  return SIDEBAR.find(({ pages }) => pages.includes(path))?.title
}

const writtenPage = (source, path) => {
  const markdown = readText(source)
  return {
    path,
    source,
    title: titleOf(markdown) ?? path,
    section: sectionOf(path),
    description: descriptionOf(markdown),
    keywords: '',
    markdown,
  }
}

/** The line of the sidebar for a page, as it is written there. */
const lineOf = (path) => `      '${path}',`

const linesFor = (paths) => paths.map((path) => `\n${lineOf(path)}`).join('')

/** Throws if a page is in no section of the sidebar, with the lines to add. */
export const refuseLost = (pages) => {
  const lost = pages.filter(({ section }) => section === undefined)
  if (lost.length === 0) return
  throw new Fault(
    `The sidebar has no place for ${lost.map(({ source }) => source).join(', ')}.\n` +
      `Add to "pages" of the section where readers look for it, in site/sidebar.mjs:${linesFor(lost.map(({ path }) => path))}`,
  )
}

/** Throws if the sidebar has paths without a page, with the lines to remove. */
export const refuseMissing = (pages) => {
  const paths = new Set(pages.map(({ path }) => path))
  const missing = SIDEBAR.flatMap(({ pages: named }) => named).filter((path) => !paths.has(path))
  if (missing.length > 0)
    throw new Fault(
      `The sidebar has pages that don't exist. Remove from site/sidebar.mjs, or add the page:${linesFor(missing)}`,
    )
}

const writtenPages = () => {
  const pages = [
    ...filesBelow('docs', '.md').map((file) => writtenPage(file, pathOf(file))),
    ...Object.entries(OTHER_PAGES).map(([file, path]) => writtenPage(file, path)),
  ]
  refuseLost(pages)
  return pages
}

const withSections = (pages) =>
  pages.map((page) => ({ ...page, section: page.section ?? sectionOf(page.path) }))

/** All pages, without those of source files. `say` gets the name of each step. */
export const readPages = async (say) => {
  say('the pages of docs/')
  const written = writtenPages()
  say('the pages of errors, events, alerts, settings, metrics and providers')
  const alerts = alertPages()
  const errors = await errorPages()
  const generated = [
    ...errors,
    ...(await fieldCodePages()),
    ...(await eventPages()),
    ...alerts,
    ...(await settingPages()),
    ...(await metricPages(alerts)),
    ...(await providerPages()),
  ]
  say('the pages of operations')
  generated.push(...operationPages(), ...adminPages(), ...socketPages())
  const replaced = new Set(generated.map(({ path }) => path))
  const pages = [...written.filter(({ path }) => !replaced.has(path)), ...withSections(generated)]
  refuseMissing(pages)
  return pages
}
