import { type Digest, frame, type Sha256 } from '../digests/digest.js'
import type { FieldProblem } from '../refusals/refusal.js'

/** What a cursor is bound to: the operation and its filters (docs/contract#pagination). */
export type CursorFilter = ReadonlyArray<string | number | undefined>

const BINDING_DIGITS = 16
const FORM = /^p1\.([A-Za-z0-9_-]{1,200})\.[0-9a-f]{16}$/

const binding = (filter: CursorFilter, position: string, sha256: Sha256): Digest =>
  sha256(frame(['page-cursor-1', position, ...filter])).slice(0, BINDING_DIGITS)

/** Writes where a page ended as an opaque text. The position is of letters, digits, `_` and `-`. */
export const encodeCursor = (filter: CursorFilter, position: string, sha256: Sha256): string =>
  `p1.${position}.${binding(filter, position, sha256)}`

/** The position of a cursor that was written for this very query; undefined for any other text. */
export const decodeCursor = (filter: CursorFilter, cursor: string, sha256: Sha256): string | undefined => {
  const position = FORM.exec(cursor)?.[1]
  return position !== undefined && encodeCursor(filter, position, sha256) === cursor ? position : undefined
}

/** What is told of a cursor of another query, or of none (docs/contract#pagination). */
export const wrongCursor: FieldProblem = {
  location: 'body',
  field: '/cursor',
  code: 'mismatch',
  message: 'Is no cursor of this query.',
}
