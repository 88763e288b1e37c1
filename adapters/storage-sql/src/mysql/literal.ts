import { escape } from 'mysql2'
import type { Cell } from '../cells/cell.js'

/** Anything but printable text without single quotes and backslashes; double quotes, as JSON has them, are text. */
const NEEDS_ESCAPE = /[^ -&(-[\]-\uffff]/
const HEXADECIMAL = /^[0-9a-f]*$/

/** A value as MySQL text. `sql_mode` is ours and without NO_BACKSLASH_ESCAPES, so that this escaping is exact. */
export const literal = (cell: Cell | undefined, binary: boolean): string => {
  if (typeof cell === 'string') {
    if (!binary) return NEEDS_ESCAPE.test(cell) ? escape(cell) : `'${cell}'`
    if (HEXADECIMAL.test(cell)) return `x'${cell}'`
    throw new Error('a binary value is given in hexadecimal')
  }
  if (cell === null) return 'NULL'
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return String(cell)
  throw new Error(`no literal for ${typeof cell}: values are text, safe integers or null`)
}
