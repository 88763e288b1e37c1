/** A SHA-256 digest, or the start of one, in lower-case hexadecimal. */
export type Digest = string

/** What an account's chain begins with. */
export const GENESIS_DIGEST: Digest = '0'.repeat(64)

/** SHA-256 of the UTF-8 bytes of a text. The core is given one; it has no cryptography of its own. */
export type Sha256 = (text: string) => Digest

/**
 * Joins fields so that no two lists of fields make the same text: each is preceded by its length.
 * An absent field differs from an empty one (docs/promises#ambiguous-digests).
 */
export const frame = (fields: ReadonlyArray<string | number | undefined>): string => {
  let framed = ''
  for (const field of fields) {
    if (field === undefined) {
      framed += '-;'
      continue
    }
    const text = typeof field === 'number' ? String(field) : field
    framed += `${text.length}:${text};`
  }
  return framed
}
