// Draws Mermaid text as SVG while the site is built, without a browser. The colors are in site.css, because
// the content policy of the host allows no inline styles.
import { renderMermaidSVG } from 'beautiful-mermaid'
import { Fault } from './fault.mjs'
import { escapeHtml } from './html.mjs'

/** The alternative text, in Mermaid's own syntax. */
const TITLE = /^ *accTitle: *(.+)\n/m
const DESCRIPTION = /^ *accDescr: *(.+)\n/m

/** Returns the figure of a diagram, which is the given one of its page. Throws if it has no alternative text. */
export const diagramHtml = (text, number) => {
  const [, title] = TITLE.exec(text) ?? []
  const [, description] = DESCRIPTION.exec(text) ?? []
  if (title === undefined || description === undefined)
    throw new Fault(`A diagram lacks a line "accTitle: …" or "accDescr: …":\n${text}`)
  const svg = renderMermaidSVG(text.replace(TITLE, '').replace(DESCRIPTION, ''))
    .replace(/<style>[\s\S]*?<\/style>\n?/, '')
    .replace(/ style="[^"]*"/, '')
    .replaceAll(/( id="|url\(#)/g, `$1diagram-${number}-`)
    .replace('<svg ', `<svg role="img" aria-label="${escapeHtml(`${title}. ${description}`)}" `)
  if (/<(style|script|image)|\s(style|on\w+)=/.test(svg))
    throw new Fault(`The content policy refuses a part of this diagram:\n${text}`)
  return `<figure class="diagram" tabindex="0">${svg}</figure>\n`
}
