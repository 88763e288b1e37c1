/** An element of a page, in the order of the page. */
export interface PageElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The text in it, as a reader sees it. */
  text: string
  /** The elements around it, outermost first. */
  readonly within: readonly string[]
}

const VOID = new Set(['meta', 'input', 'br'])
const TOKEN = /<!doctype html>|<style>[^<]*<\/style>|<\/?[a-z][^<>]*>|[^<]+/g
const ATTRIBUTE = /\s+([a-zA-Z-]+)(?:="([^"<>]*)")?/g

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const attributesOf = (tag: string, source: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>()
  const rest = source.replace(ATTRIBUTE, (_whole, name: string, value = '') => {
    if (attributes.has(name)) throw new Error(`${tag} has ${name} twice`)
    attributes.set(name, unescaped(String(value)))
    return ''
  })
  if (rest !== '') throw new Error(`${tag} has attributes that cannot be read: ${rest}`)
  return attributes
}

const openElement = (token: string, open: readonly PageElement[]): PageElement => {
  const [, name = '', source = ''] = /^<([a-z0-9]+)(.*)>$/s.exec(token) ?? []
  return { name, attributes: attributesOf(name, source), text: '', within: open.map((each) => each.name) }
}

/** Parses a page more strictly than a browser: throws if tags aren't nested, quoted or complete. */
export const readPage = (html: string): readonly PageElement[] => {
  const elements: PageElement[] = []
  const open: PageElement[] = []
  const tokens = html.match(TOKEN) ?? []
  if (tokens.join('') !== html || tokens[0] !== '<!doctype html>') throw new Error('no whole page')
  for (const token of tokens.slice(1)) {
    if (token.startsWith('</')) {
      const last = open.pop()
      if (token !== `</${last?.name}>`) throw new Error(`${token} ends ${last?.name}`)
    } else if (token.startsWith('<style>')) {
      const style = openElement('<style>', open)
      style.text = token.slice('<style>'.length, -'</style>'.length)
      elements.push(style)
    } else if (token.startsWith('<')) {
      const element = openElement(token, open)
      elements.push(element)
      if (!VOID.has(element.name)) open.push(element)
    } else {
      for (const element of open) element.text += unescaped(token)
    }
  }
  if (open.length > 0) throw new Error(`${open.map(({ name }) => name).join()} never end`)
  return elements
}
