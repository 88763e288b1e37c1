// Renders a page: its Markdown with the links of the site, or its own HTML.
import { posix } from 'node:path'
import { Fault } from './fault.mjs'
import { addressOf, rootOf } from './links.mjs'
import { renderMarkdown, rewriteLinks } from './markdown.mjs'
import { textOf } from './html.mjs'
import { isThere } from './repository.mjs'

const PICTURES = 'docs/pictures/'

/** The address of a picture of docs/pictures; others aren't copied. */
const pictureAddress = (href, page, root) => {
  const file = posix.join(posix.dirname(page.source ?? 'docs/README.md'), href)
  if (!file.startsWith(PICTURES)) throw new Fault(`${page.path}: the picture ${href} isn't in ${PICTURES}.`)
  if (!isThere(file)) throw new Fault(`${page.path}: the picture ${href} doesn't exist.`)
  return `${root}${file.slice('docs/'.length)}`
}

const HEADING = /<h([1-6]) id="([^"]+)">(.*?)<\/h\1>/g

const withoutAnchor = (html) => html.replaceAll(/<a class="anchor".*?<\/a>/g, '')

const headingsIn = (html) =>
  [...html.matchAll(HEADING)].map(([, depth, id, inner]) => ({
    depth: Number(depth),
    id,
    text: textOf(withoutAnchor(inner)),
  }))

/** Returns the HTML, the headings, and the paths of the site that the page links to. */
export const renderPage = (page, links, root = rootOf(page.path)) => {
  const targets = []
  const resolve = (href) => {
    const target = links.targetOf(href, page)
    if (target === undefined) return { url: href, isExternal: true }
    targets.push(target)
    return {
      url: href.startsWith('#') && target.startsWith(`${page.path}#`) ? href : addressOf(root, target),
      isExternal: false,
    }
  }
  const entry = (code) => {
    const target = links.entryOf(code)
    if (target === undefined || target === page.path) return undefined
    targets.push(target)
    return addressOf(root, target)
  }
  const options = { resolve, entry, picture: (href) => pictureAddress(href, page, root) }
  if (page.body === undefined) return { ...renderMarkdown(page.markdown, options), targets }
  const html = page.body({ markdown: (text) => renderMarkdown(text, options).html, root })
  return { html, headings: headingsIn(html), targets }
}

/** The Markdown of a page, with links to the Markdown of other pages. */
export const pageMarkdown = (page, links) => {
  const root = rootOf(page.path)
  const text = rewriteLinks(page.markdown, (href, isPicture) => {
    if (isPicture) return pictureAddress(href, page, root)
    const target = links.targetOf(href, page)
    if (target === undefined || target.startsWith(`${page.path}#`)) return href
    const [path, anchor] = target.split('#')
    return `${root}${path === '' ? 'index' : path}.md${anchor === undefined ? '' : `#${anchor}`}`
  })
  return `${text.trimEnd()}\n`
}
