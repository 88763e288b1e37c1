import type { FetchedResponse } from '../fetch-like.js'

const HELP = /<([^>]*)>\s*;\s*rel="?help"?/i

/** Returns the address of the page about an error, from its `Link` header; undefined without such a link. */
export const helpLinkIn = (headers: FetchedResponse['headers'], baseUrl: string): string | undefined => {
  const [, target] = HELP.exec(headers.get('link') ?? '') ?? []
  if (target === undefined) return undefined
  try {
    return new URL(target, baseUrl).href
  } catch {
    return undefined
  }
}
