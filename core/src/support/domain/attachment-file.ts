import type { Digest } from '../../kernel/digests/digest.js'
import type { FieldProblem, FieldProblemCode } from '../../kernel/refusals/refusal.js'

/**
 * The allowed types of attachments: pictures, documents, tables and compressed logs; nothing that a browser
 * would run.
 */
export const ATTACHMENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/zip',
  'application/json',
] as const

/** The largest attachment (docs/api/support#attachments). */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024

/** A file as its owner announces it before the upload. */
export interface AttachmentFile {
  /** For display; never part of a path. */
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  /** SHA-256 of the bytes, in lower-case hexadecimal. */
  readonly sha256: Digest
}

const MAX_NAME_LENGTH = 255

/** Lone surrogates, control characters, and Unicode line separators. */
const UNPRINTABLE = /[\p{Cs}\p{Cc}\u2028\u2029]/u

/** Bidirectional embeddings, overrides and isolates, which can make `gpj.exe` look like `exe.jpg`. */
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/

const DIGEST = /^[0-9a-f]{64}$/

type Verdict = readonly [code: FieldProblemCode, message: string] | undefined

const judgeName = (name: string): Verdict => {
  if (name === '') return ['too_short', 'The file name must not be empty.']
  // Too many UTF-16 units can't be few enough code points, so they needn't be counted.
  if (name.length > 2 * MAX_NAME_LENGTH || [...name].length > MAX_NAME_LENGTH)
    return ['too_long', `The file name must be at most ${MAX_NAME_LENGTH} characters long.`]
  if (UNPRINTABLE.test(name) || TURNS_AROUND.test(name))
    return ['format', 'The file name must be one line without control characters.']
  if (/[/\\]/.test(name) || name === '.' || name === '..')
    return ['format', 'The file name must not be a path.']
  return name.trim() === name ? undefined : ['format', 'The file name must not start or end with a space.']
}

const judgeType = (contentType: string): Verdict =>
  ATTACHMENT_TYPES.some((type) => type === contentType)
    ? undefined
    : ['not_allowed', `The value must be one of: ${ATTACHMENT_TYPES.join(', ')}.`]

const judgeSize = (sizeBytes: number): Verdict => {
  if (!Number.isSafeInteger(sizeBytes)) return ['type', 'The size must be a whole number.']
  if (sizeBytes < 1) return ['too_small', 'The size must be at least 1.']
  return sizeBytes > MAX_ATTACHMENT_BYTES
    ? ['too_large', `The value must be at most ${MAX_ATTACHMENT_BYTES}.`]
    : undefined
}

const judgeDigest = (sha256: string): Verdict =>
  DIGEST.test(sha256)
    ? undefined
    : ['format', 'The value must be a SHA-256 digest in 64 lowercase hexadecimal digits.']

/**
 * Checks the known fields of an announced file; each invalid field is reported once. Empty if it may be
 * attached. The fields are those of the body of `generateAttachmentUploadUrl` (docs/api/support#attachments).
 */
export const checkAttachmentFile = (file: {
  readonly [K in keyof AttachmentFile]?: AttachmentFile[K] | undefined
}): readonly FieldProblem[] => {
  const { fileName, contentType, sizeBytes, sha256 } = file
  const verdicts: ReadonlyArray<readonly [field: string, verdict: Verdict]> = [
    ['/fileName', fileName === undefined ? undefined : judgeName(fileName)],
    ['/contentType', contentType === undefined ? undefined : judgeType(contentType)],
    ['/sizeBytes', sizeBytes === undefined ? undefined : judgeSize(sizeBytes)],
    ['/sha256', sha256 === undefined ? undefined : judgeDigest(sha256)],
  ]
  return verdicts.flatMap(([field, verdict]) =>
    verdict === undefined
      ? []
      : [{ location: 'body' as const, field, code: verdict[0], message: verdict[1] }],
  )
}
