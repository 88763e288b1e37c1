import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { AttachmentFile } from './attachment-file.js'

/**
 * How many of a file's first bytes are checked: as many as browsers check (MIME Sniffing standard, 5.2, is
 * 1,445).
 */
export const FIRST_BYTES = 1_445

/** The allowed file extensions and the check of the first bytes for a content type. */
interface TypeRule {
  readonly extensions: readonly string[]
  isLike(bytes: Uint8Array): boolean
}

const latin = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, FIRST_BYTES), (byte) => String.fromCharCode(byte)).join('')

const starting =
  (...starts: readonly string[]): TypeRule['isLike'] =>
  (bytes) =>
    starts.some((start) => latin(bytes).startsWith(start))

const isWebp: TypeRule['isLike'] = (bytes) => /^RIFF[^]{4}WEBP/.test(latin(bytes))

/**
 * Control bytes that make a file binary: up to backspace, vertical tab, and from shift out on except escape
 * (MIME Sniffing standard, 3).
 */
const isBinaryByte = (byte: number): boolean =>
  byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)

const WIDE = ['\xff\xfe', '\xfe\xff']
const MARKS = ['\xef\xbb\xbf', ...WIDE]

/** Whether it is text: without markup that browsers recognize at its start, and without binary bytes. */
const isText: TypeRule['isLike'] = (bytes) => {
  const text = latin(bytes)
  const isWide = WIDE.some((mark) => text.startsWith(mark))
  const isBinary = !isWide && bytes.subarray(0, FIRST_BYTES).some(isBinaryByte)
  const mark = MARKS.find((one) => text.startsWith(one)) ?? ''
  const shown = text.slice(mark.length).replaceAll('\0', '')
  return !isBinary && !/^\s*<(?:!|\?xml|[a-z])/i.test(shown)
}

const RULES: Readonly<Record<string, TypeRule>> = {
  'image/png': { extensions: ['png'], isLike: starting('\x89PNG\r\n\x1a\n') },
  'image/jpeg': { extensions: ['jpg', 'jpeg'], isLike: starting('\xff\xd8\xff') },
  'image/gif': { extensions: ['gif'], isLike: starting('GIF87a', 'GIF89a') },
  'image/webp': { extensions: ['webp'], isLike: isWebp },
  'application/pdf': { extensions: ['pdf'], isLike: starting('%PDF-') },
  'application/zip': { extensions: ['zip'], isLike: starting('PK\x03\x04', 'PK\x05\x06') },
  'text/plain': { extensions: ['txt', 'log'], isLike: isText },
  'text/csv': { extensions: ['csv'], isLike: isText },
  'application/json': { extensions: ['json'], isLike: isText },
}

/**
 * A problem of `/fileName` if its extension doesn't match its type (docs/api/support#attachments); empty for
 * an unknown type.
 */
export const extensionProblems = ({
  fileName,
  contentType,
}: {
  readonly [K in 'fileName' | 'contentType']?: AttachmentFile[K] | undefined
}): readonly FieldProblem[] => {
  const rule = contentType === undefined ? undefined : RULES[contentType]
  if (rule === undefined || fileName === undefined || fileName === '') return []
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  if (extension !== undefined && rule.extensions.includes(extension)) return []
  const endings = rule.extensions.map((one) => `.${one}`).join(' or ')
  const message = `A file of the type ${contentType} must have a name that ends with ${endings}.`
  return [{ location: 'body', field: '/fileName', code: 'mismatch', message }]
}

/** Whether the first bytes of a file match its content type. */
export const isContentOf = (contentType: string, firstBytes: Uint8Array): boolean =>
  RULES[contentType]?.isLike(firstBytes) ?? false
