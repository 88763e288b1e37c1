// The search index: a section of a page is one entry. The browser loads it when a reader starts to search.
import MiniSearch from 'minisearch'
import { INDEX_OPTIONS } from '../client/search-engine.js'
import { SEARCH_WORDS } from '../search-words.mjs'
import { TABS } from '../reference/sample-tabs.mjs'
import { Fault } from './fault.mjs'
import { textOf } from './html.mjs'
import { parentOf } from './layout.mjs'

/** The text of a section that a result shows. */
const SNIPPET = 180

/** Samples and forms repeat words that aren't about the subject. */
const NOISE = /<form[\s\S]*?<\/form>|<a class="anchor".*?<\/a>|<button.*?<\/button>/g

const SPLIT = /(?=<h[23] id="[^"]+">)/
const HEAD = /^<h[23] id="([^"]+)">(.*?)<\/h[23]>/

/** Pages that few readers look for are weighted lower. */
const weightOf = ({ path, section }) => {
  if (section === 'Decisions' || section === 'Source files') return 0.3
  if (section === 'Contribute') return 0.5
  if (section === 'Event types' || section === 'Field codes') return 0.7
  return parentOf(path) === undefined ? 1.2 : 1
}

const sectionsOf = (page, html) => {
  const words = [page.keywords, SEARCH_WORDS[page.path]].filter(Boolean).join(' ')
  return html
    .replaceAll(TABS, '')
    .replaceAll(NOISE, '')
    .split(SPLIT)
    .map((part, index) => {
      const [, anchor, heading] = HEAD.exec(part) ?? []
      const text = textOf(part.replace(HEAD, '').replace(/<h1.*?<\/h1>/, ''))
      return {
        address: anchor === undefined ? page.path : `${page.path}#${anchor}`,
        title: page.title,
        heading: heading === undefined ? '' : textOf(heading),
        section: page.section ?? '',
        words: index === 0 ? words : '',
        text,
        weight: weightOf(page),
      }
    })
    .filter(({ text, heading }) => text !== '' || heading !== '')
}

/** The pages whose list or fields repeat what other pages say only count with their beginning. */
const isBrief = ({ path, section }) =>
  path.startsWith('reference/') || path.startsWith('source/') || section === 'Source files'

/** The index as JSON. Throws if words are listed for a page that doesn't exist. */
export const searchIndex = (pages, rendered) => {
  const paths = new Set(pages.map(({ path }) => path))
  const lost = Object.keys(SEARCH_WORDS).filter((path) => !paths.has(path))
  if (lost.length > 0)
    throw new Fault(`site/search-words.mjs has words for pages that don't exist: ${lost.join(', ')}.`)
  const sections = pages
    .flatMap((page) => {
      const found = sectionsOf(page, rendered.get(page.path).html)
      return isBrief(page) ? found.slice(0, 1) : found
    })
    .map((section, id) => ({ id, ...section, snippet: section.text.slice(0, SNIPPET) }))
  const index = new MiniSearch(INDEX_OPTIONS)
  index.addAll(sections)
  return JSON.stringify(index)
}
