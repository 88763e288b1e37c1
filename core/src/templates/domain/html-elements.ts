import type { HtmlAttribute, HtmlToken } from '../../kernel/texts/html-token.js'

/** Elements that run code, load documents or media, submit something, or change what the rest means. */
const NOT_ALLOWED = new Set(
  [
    'applet audio base button embed form frame frameset iframe input isindex keygen link math noembed noframes',
    'noscript object param plaintext portal script select source svg template textarea track video xmp',
  ].flatMap((line) => line.split(' ')),
)

/** The allowed values of `<meta http-equiv>`: none that reloads the page or sets a policy. */
const META = new Set(['content-type', 'x-ua-compatible'])

/** Attributes that run code, or that load or submit something on elements of every kind. */
const isActive = (name: string): boolean =>
  /^on[a-z]/.test(name) || ['action', 'formaction', 'ping', 'srcdoc'].includes(name)

/**
 * Browsers ignore control characters and spaces before a scheme, and line breaks and tabs in it (URL
 * standard, 4.4).
 */
const schemeOf = (value: string): string | undefined => {
  const seen = [...value].filter((character) => character > ' ').join('')
  return /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1]?.toLowerCase()
}

const runsCode = ({ name, value }: HtmlAttribute): boolean => {
  const scheme = schemeOf(value)
  if (name !== 'href' && name !== 'src') return false
  return scheme === 'javascript' || scheme === 'vbscript' || (scheme === 'data' && name === 'href')
}

const attributeProblems = (attributes: readonly HtmlAttribute[]): readonly string[] =>
  attributes.flatMap((attribute) => {
    const shown = attribute.name.slice(0, 64)
    if (isActive(attribute.name))
      return [`The attribute \`${shown}\` isn't allowed: it runs code, loads or submits something.`]
    return runsCode(attribute) ? [`The attribute \`${shown}\` has a link that runs code.`] : []
  })

const isHarmlessMeta = (attributes: readonly HtmlAttribute[]): boolean =>
  attributes.every(({ name, value }) => name !== 'http-equiv' || META.has(value.trim().toLowerCase()))

/** The problems of an element and its attributes, as sentences; its content isn't checked. */
export const elementProblems = (token: HtmlToken): readonly string[] => {
  if (token._tag !== 'StartTag') return []
  const { name, attributes } = token
  if (NOT_ALLOWED.has(name))
    return [`The element \`<${name}>\` isn't allowed: it runs code, loads or submits something.`]
  if (name === 'meta' && !isHarmlessMeta(attributes))
    return ['The element `<meta http-equiv>` may only set `content-type` or `x-ua-compatible`.']
  return attributeProblems(attributes)
}
