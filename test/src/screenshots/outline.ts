import type { Page } from 'playwright-core'

/** What a screen shows apart from its data: a line for each heading, label, button, column and field. */
export type Outline = readonly string[]

/** The outlines of pictures, by their names. */
export type Outlines = Readonly<Record<string, Outline>>

/** Elements whose text comes from the program. */
const WORDS = 'h1, h2, h3, h4, th, dt, label, legend, button, summary, nav a, [role=tab]'

/** Elements that people fill in. */
const FIELDS = 'input, select, textarea'

/** Elements with data: it differs between two runs of the demo. */
const DATA =
  'tbody, svg, bdi, time, code, option, .mono, .toast, .about, a b, [data-row], [aria-live], [role=status], [role=log]'

/** Runs in the browser. Numbers, IDs and the name of a record in the title are data. */
const READ = `(root, words, fields, data) => {
  const isShown = (element) => element.closest(data) === null && element.getClientRects().length > 0
  const ownText = (element) => {
    const copy = element.cloneNode(true)
    for (const part of copy.querySelectorAll(data)) part.remove()
    const [text] = element.localName === 'h1' ? copy.textContent.split(' / ') : [copy.textContent]
    const withoutIds = text.replace(/\\b[a-z]{2,5}_[\\w…]+/g, '')
    return withoutIds.replace(/[\\d.,]+/g, '').replace(/\\s+/g, ' ').trim()
  }
  const styleOf = (element) => {
    const { fontSize, fontWeight } = getComputedStyle(element)
    return fontSize + ' ' + fontWeight
  }
  const lines = new Set()
  for (const element of root.querySelectorAll(words)) {
    const text = ownText(element)
    if (text !== '' && isShown(element))
      lines.add(element.localName + ' "' + text + '" ' + styleOf(element))
  }
  for (const element of root.querySelectorAll(fields))
    if (isShown(element)) lines.add(element.localName + ' ' + element.type + ' ' + styleOf(element))
  return [...lines].sort()
}`

/** The outline of the part of a page that a picture shows; of the whole page if omitted. */
export const readOutline = (page: Page, part = 'body'): Promise<Outline> => {
  const args = [WORDS, FIELDS, DATA].map((selector) => JSON.stringify(selector)).join(', ')
  return page.evaluate<string[]>(`(${READ})(document.querySelector(${JSON.stringify(part)}), ${args})`)
}

const missingFrom = (lines: Outline, others: Outline): Outline => {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}

/**
 * A description of each picture whose screen has changed since it was taken, with the lines that its screen lost (-) and got
 * (+). A picture without an outline counts as changed.
 */
export const outdatedPictures = (stored: Outlines, present: Outlines): readonly string[] =>
  Object.entries(present).flatMap(([name, lines]) => {
    const before = stored[name] ?? []
    const changes = [
      ...missingFrom(before, lines).map((line) => `  - ${line}`),
      ...missingFrom(lines, before).map((line) => `  + ${line}`),
    ]
    return changes.length === 0 && stored[name] !== undefined ? [] : [[name, ...changes].join('\n')]
  })
