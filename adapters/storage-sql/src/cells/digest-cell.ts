import type { Digest } from '@postrider/core/kernel/digests/digest'

const HEXADECIMAL = /^[0-9a-f]+$/

/** A digest of this many bytes; any other length is a bug in the caller. */
export const digestCell = (digest: Digest, bytes: 16 | 32): string => {
  if (digest.length === bytes * 2 && HEXADECIMAL.test(digest)) return digest
  throw new Error(`a digest of ${bytes} bytes has ${bytes * 2} hexadecimal digits`)
}

/** Digests of 16 bytes each. */
export const shortDigestCells = (digests: readonly Digest[]): readonly string[] =>
  digests.map((digest) => digestCell(digest, 16))
