// Renders Markdown as GitHub does: the same anchors, tables and lists.
import { Marked } from 'marked'
import { callOfCurl } from '../reference/curl-call.mjs'
import { tabsHtml } from '../reference/sample-tabs.mjs'
import { samplesOf } from '../reference/samples.mjs'
import { diagramHtml } from './diagrams.mjs'
import { codeBlock } from './highlight.mjs'
import { escapeHtml, textOf } from './html.mjs'
import { createSlugs } from './slugs.mjs'

const ALIGNED = { left: ' class="left"', right: ' class="right"', center: ' class="center"' }

const cellOf = (parser, tag, { tokens, align }) =>
  `<${tag}${tag === 'th' ? ' scope="col"' : ''}${ALIGNED[align] ?? ''}>${parser.parseInline(tokens)}</${tag}>`

const rowOf = (parser, tag, cells) => `<tr>${cells.map((cell) => cellOf(parser, tag, cell)).join('')}</tr>`

/** Headings and links contain no further links. */
const withoutEntries = (context, render) => {
  const before = context.isPlain
  context.isPlain = true
  const html = render()
  context.isPlain = before
  return html
}

/** A request in every language; the first one is the block itself. */
const curlTabs = (text, call, number) =>
  tabsHtml(
    samplesOf(call).map((sample) => (sample.name === 'curl' ? { ...sample, code: text } : sample)),
    `call-${number}-`,
  )

const rendererOf = (context) => ({
  heading({ tokens, depth }) {
    const html = withoutEntries(context, () => this.parser.parseInline(tokens))
    const text = textOf(html)
    const id = context.slugs(text)
    context.headings.push({ depth, id, text })
    if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`
    return `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a></h${depth}>\n`
  },
  link({ href, title, tokens }) {
    const { url, isExternal } = context.resolve(href)
    const more = `${title ? ` title="${escapeHtml(title)}"` : ''}${isExternal ? ' rel="noreferrer"' : ''}`
    const html = withoutEntries(context, () => this.parser.parseInline(tokens))
    return `<a href="${escapeHtml(url)}"${more}>${html}</a>`
  },
  codespan({ text }) {
    const html = `<code>${escapeHtml(text)}</code>`
    const url = context.isPlain ? undefined : context.entry(text)
    return url === undefined ? html : `<a href="${escapeHtml(url)}">${html}</a>`
  },
  image({ href, text }) {
    return `<img src="${escapeHtml(context.picture(href))}" alt="${escapeHtml(text)}" loading="lazy">`
  },
  code({ text, lang = '' }) {
    if (lang === 'mermaid') return diagramHtml(text, (context.diagrams += 1))
    const call = callOfCurl(text)
    if (call !== undefined) return `${curlTabs(text, call, (context.calls += 1))}\n`
    return `${codeBlock(text, lang.split(/\s/)[0])}\n`
  },
  table({ header, rows }) {
    const body = rows.map((row) => rowOf(this.parser, 'td', row)).join('\n')
    return `<div class="table" tabindex="0"><table><thead>${rowOf(this.parser, 'th', header)}</thead><tbody>${body}</tbody></table></div>\n`
  },
  html({ text }) {
    return text.trim().startsWith('<!--') ? '' : escapeHtml(text)
  },
  checkbox: ({ checked }) => `<span class="box" aria-hidden="true">${checked ? '☑' : '☐'}</span> `,
})

/**
 * Returns the HTML and the headings of a page. `resolve` turns the target of a link into an address, and
 * `picture` that of a picture. `entry` returns the address of what a piece of code names, if that has a page.
 */
export const renderMarkdown = (markdown, { resolve, picture, entry }) => {
  const context = {
    slugs: createSlugs(),
    headings: [],
    diagrams: 0,
    calls: 0,
    isPlain: false,
    resolve,
    picture,
    entry,
  }
  const marked = new Marked({ gfm: true })
  marked.use({ renderer: rendererOf(context) })
  return { html: marked.parse(markdown), headings: context.headings }
}

const FENCED = /^([ \t]*)(```|~~~)[^\n]*\n[\s\S]*?\n\1\2[ \t]*$/gm
/** Replaces a block of code while links are rewritten. It is a private character that no page has. */
const MARK = '\uE000'
const MARKED = /\uE000(\d+)\uE000/g
const LINK = /(!?\[(?:[^[\]]|\[[^\]]*\])*\]\()([^()\s]+)((?: "[^"]*")?\))/g

/** The Markdown with the target of each link replaced, except in code. */
export const rewriteLinks = (markdown, replace) => {
  const blocks = []
  const open = markdown.replaceAll(FENCED, (block) => `${MARK}${blocks.push(block) - 1}${MARK}`)
  return open
    .replaceAll(
      LINK,
      (_, before, target, after) => `${before}${replace(target, before.startsWith('!'))}${after}`,
    )
    .replaceAll(MARKED, (_, index) => blocks[Number(index)])
}

/** The first paragraph of a page as plain text, for search results and link previews. */
export const descriptionOf = (markdown) => {
  const paragraph = markdown
    .replace(/^# .*\n/, '')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .find((part) => part !== '' && !/^([#|>`<-]|\d+\.)/.test(part))
  const plain = (paragraph ?? '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
  return plain.length <= 200 ? plain : `${plain.slice(0, plain.lastIndexOf(' ', 197))} …`
}

/** The text of the first heading, or undefined. */
export const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll(/[`*]/g, '')
