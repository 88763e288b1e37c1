import { type Digest, frame, type Sha256 } from '../digests/digest.js'
import type { FieldProblem } from '../refusals/refusal.js'

/** The operation and filters that a cursor is bound to (docs/api/conventions#pagination). */
export type CursorFilter = ReadonlyArray<string | number | undefined>

const BINDING_DIGITS = 16
const FORM = /^p1\.([A-Za-z0-9._-]{1,200})\.[0-9a-f]{16}$/

const binding = (filter: CursorFilter, position: string, sha256: Sha256): Digest =>
  sha256(frame(['page-cursor-1', position, ...filter])).slice(0, BINDING_DIGITS)

/** Encodes the end of a page as an opaque text. The position has letters, digits, `.`, `_` and `-`. */
export const encodeCursor = (filter: CursorFilter, position: string, sha256: Sha256): string =>
  `p1.${position}.${binding(filter, position, sha256)}`

/** The position in a cursor that was made for this query; undefined for any other text. */
export const decodeCursor = (filter: CursorFilter, cursor: string, sha256: Sha256): string | undefined => {
  const position = FORM.exec(cursor)?.[1]
  return position !== undefined && encodeCursor(filter, position, sha256) === cursor ? position : undefined
}

/** The error for a cursor that is invalid or belongs to another query (docs/api/conventions#pagination). */
export const wrongCursor: FieldProblem = {
  location: 'body',
  field: '/cursor',
  code: 'mismatch',
  message: 'The cursor does not belong to this query.',
}
