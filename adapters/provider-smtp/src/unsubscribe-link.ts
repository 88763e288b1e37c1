import type { UnsubscribeOffer } from '@postrider/core/consent/domain/unsubscribe-link'
import { present } from '@postrider/core/kernel/present'
import { escapeHtml } from '@postrider/core/kernel/texts/escape-html'

interface Bodies {
  readonly text: string
  readonly html?: string | undefined
}

const END_OF_BODY = /<\/body\s*>/gi

/** The index of the last end tag of `body`; a fragment has none. */
const endOf = (html: string): number => [...html.matchAll(END_OF_BODY)].at(-1)?.index ?? html.length

const htmlWith = (html: string, { url, label }: UnsubscribeOffer): string => {
  const at = endOf(html)
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
  return `${html.slice(0, at)}<p dir="auto" style="margin-top:2em;font-size:small">${link}</p>${html.slice(at)}`
}

/** The text and the HTML of an email; promotional ones end with a visible link. */
export const bodiesOf = ({ text, html }: Bodies, offer: UnsubscribeOffer | undefined): Bodies =>
  offer === undefined
    ? { text, ...present({ html }) }
    : {
        text: `${text.trimEnd()}\n\n${offer.label}: ${offer.url}\n`,
        ...present({ html: html === undefined ? undefined : htmlWith(html, offer) }),
      }

/**
 * The headers that make mail programs show an unsubscribe button (RFC 2369). Only HTTPS links can be used in one step
 * (RFC 8058).
 */
export const unsubscribeHeaders = (offer: UnsubscribeOffer | undefined): Readonly<Record<string, string>> => {
  if (offer === undefined) return {}
  const oneStep = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { 'List-Unsubscribe': `<${offer.url}>`, ...(offer.url.startsWith('https:') ? oneStep : {}) }
}
