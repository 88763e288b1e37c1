/** The characters that `encodeURIComponent` leaves unencoded but RFC 8187 doesn't allow. */
const UNENCODED = /['()*]/g

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** For readers of RFC 2616: ASCII that is safe inside quotes; other characters become underscores. */
const asciiOf = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%/;]/gu, '_')

/**
 * The `Content-Disposition` of a download: browsers save the file under its name instead of showing it (RFC
 * 6266, RFC 8187). Always one line of ASCII.
 */
export const contentDisposition = (fileName: string): string => {
  const name = fileName.replace(/\p{Cs}/gu, '\ufffd')
  const encoded = encodeURIComponent(name).replace(UNENCODED, percent)
  return `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${encoded}`
}
