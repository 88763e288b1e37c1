// Builds the site: reads and renders all pages, checks their links, and writes the files.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { linkProblems } from './check-links.mjs'
import { LinkMap, rootOf } from './links.mjs'
import { pageHtml } from './layout.mjs'
import { llmsText } from './llms.mjs'
import { readPages } from './read-pages.mjs'
import { pageMarkdown, renderPage } from './render-page.mjs'
import { readJson, root, siteFolder } from './repository.mjs'
import { searchIndex } from './search-index.mjs'
import { sourcePage } from './source-pages.mjs'

const require = createRequire(import.meta.url)

const NOT_FOUND = {
  path: '404',
  title: 'Page not found',
  description: 'This page does not exist.',
  keywords: '',
  markdown:
    '# Page not found\n\nThis page does not exist in this version. Search for it, or look at [all pages](/all).',
}

/** Links to an entry of a page lead to the page of the entry. */
const addEntries = (links, pages) => {
  for (const { path } of pages)
    if (path.startsWith('errors/')) links.addEntry('docs/errors.md', path.split('/').at(-1), path)
}

const allPage = (pages) => {
  const sections = [...new Set(pages.map(({ section }) => section ?? 'Other'))]
  const list = (section) =>
    pages
      .filter((page) => (page.section ?? 'Other') === section)
      .map(({ path, title }) => `- [${title.replaceAll(/[[\]]/g, '')}](/${path})`)
      .join('\n')
  return {
    path: 'all',
    title: 'All pages',
    description: 'A list of all pages.',
    keywords: '',
    markdown: ['# All pages', ...sections.map((section) => `## ${section}\n\n${list(section)}`)].join('\n\n'),
  }
}

/** Renders the pages, then those of the source files that they link to. */
const renderAll = (pages, links) => {
  const rendered = new Map()
  const queue = [...pages]
  const known = new Set()
  for (const page of queue) {
    rendered.set(page.path, renderPage(page, links))
    for (const file of links.sources) {
      if (known.has(file)) continue
      known.add(file)
      const source = sourcePage(file)
      links.add(source)
      queue.push(source)
    }
  }
  return { pages: queue, rendered }
}

const ASSETS = [
  'theme.js',
  'site.js',
  'search.js',
  'search-engine.js',
  'stored.js',
  'try-it.js',
  'site.css',
  'icon.svg',
]

const writeAssets = (write) => {
  for (const name of ASSETS) write(`assets/${name}`, readFileSync(join(siteFolder, 'client', name)))
  write(
    'assets/minisearch.js',
    readFileSync(join(dirname(require.resolve('minisearch')), '../es/index.js'), 'utf8').replace(
      /\n\/\/# sourceMappingURL=.*/,
      '',
    ),
  )
}

const siteFacts = (pages) => ({
  product: 'Postrider',
  version: readJson('package.json').version,
  editUrl: process.env.POSTRIDER_DOCS_EDIT_URL || undefined,
  pages,
  byPath: new Map(pages.map((page) => [page.path, page])),
})

const writePages = (pages, rendered, links, write) => {
  const site = siteFacts(pages)
  for (const page of pages) {
    const name = page.path === '' ? 'index' : page.path
    write(`${name}.html`, pageHtml(page, rendered.get(page.path), site, rootOf(page.path)))
    write(`${name}.md`, pageMarkdown(page, links))
  }
  // The same page for an address without a slash at its end, from which relative addresses start one level higher.
  const home = site.byPath.get('')
  write('home.html', pageHtml(home, renderPage(home, links, 'docs/'), site, 'docs/'))
  write(
    'llms.txt',
    llmsText(
      pages.filter(({ path }) => path !== '404'),
      site,
    ),
  )
}

const COMPRESSED = /\.(html|css|js|json|svg)$/

/** Smaller files don't gain from it. */
const LEAST_COMPRESSED = 1000

/** The compressed form that the host sends to browsers, next to the file. */
const writeCompressed = (file, content) => {
  if (COMPRESSED.test(file) && content.length >= LEAST_COMPRESSED)
    writeFileSync(`${file}.gz`, gzipSync(content))
}

/** Writes into a new folder and replaces the old one at the end, so that a host never serves half a site. */
const replaceFolder = (folder, fill) => {
  const next = `${folder}.${process.pid}`
  const old = `${folder}.${process.pid}.old`
  rmSync(next, { recursive: true, force: true })
  let files = 0
  let bytes = 0
  fill((name, content) => {
    const file = join(next, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    writeCompressed(file, content)
    files += 1
    bytes += Buffer.byteLength(content)
  })
  mkdirSync(dirname(folder), { recursive: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(next, folder)
  rmSync(old, { recursive: true, force: true })
  return { files, bytes }
}

const writeSite = (folder, { pages, rendered, links }) =>
  replaceFolder(folder, (write) => {
    writePages(pages, rendered, links, write)
    writeAssets(write)
    write(
      'search.json',
      searchIndex(
        pages.filter(({ path }) => path !== '404' && path !== 'all'),
        rendered,
      ),
    )
    for (const name of readdirSync(join(root, 'docs/pictures')).filter((file) => file.endsWith('.png')))
      write(`pictures/${name}`, readFileSync(join(root, 'docs/pictures', name)))
  })

/**
 * Builds the site into `folder`. `say` gets the name of each step. Returns the numbers of pages, files and
 * bytes, and the problems of links; with problems nothing is written.
 */
export const buildSite = async (folder, say) => {
  const written = await readPages(say)
  const links = new LinkMap()
  for (const page of written) links.add(page)
  addEntries(links, written)
  say(`rendering ${written.length} pages`)
  const { pages, rendered } = renderAll([...written, allPage(written), NOT_FOUND], links)
  say('checking links')
  const problems = [...links.problems, ...linkProblems(rendered)]
  if (problems.length > 0) return { problems }
  say('writing the search index and the files')
  return { problems, pages: pages.length, ...writeSite(folder, { pages, rendered, links }) }
}
