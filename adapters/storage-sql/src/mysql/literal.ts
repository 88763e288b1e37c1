import { escape } from 'mysql2'
import { cellText } from '../engine/cell-text.js'

/** Anything but printable text without single quotes and backslashes; double quotes, as JSON has them, are text. */
const NEEDS_ESCAPE = /[^ -&(-[\]-\uffff]/

/** A value as MySQL text. `sql_mode` is ours and without NO_BACKSLASH_ESCAPES, so that this escaping is exact. */
export const literal = cellText({
  text: (text) => (NEEDS_ESCAPE.test(text) ? escape(text) : `'${text}'`),
  digits: (digits) => `x'${digits}'`,
})
