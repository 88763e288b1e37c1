/** A SHA-256 digest, or the start of one, in lower-case hexadecimal. */
export type Digest = string

/** The start of every account's hash chain. */
export const GENESIS_DIGEST: Digest = '0'.repeat(64)

/** SHA-256 of the UTF-8 bytes of a text. It is injected: the core has no cryptography of its own. */
export type Sha256 = (text: string) => Digest

/**
 * Joins fields so that two different lists never give the same text: each field is preceded by its length. An
 * absent field differs from an empty one (docs/promises#ambiguous-digests).
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
