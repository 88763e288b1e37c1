/** What `encodeURIComponent` lets stand and RFC 8187 does not. */
const UNENCODED = /['()*]/g

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** For readers of RFC 2616: ASCII that means nothing inside quotes, the rest as underscores. */
const asciiOf = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%/;]/gu, '_')

/**
 * The `Content-Disposition` of a download: no browser shows it, and every one saves it under its name (RFC 6266,
 * RFC 8187). One line of ASCII whatever the name holds.
 */
export const contentDisposition = (fileName: string): string => {
  const name = fileName.replace(/\p{Cs}/gu, '\ufffd')
  const encoded = encodeURIComponent(name).replace(UNENCODED, percent)
  return `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${encoded}`
}
