import { escape } from 'mysql2'
import { cellText } from '../engine/cell-text.js'

/**
 * Matches anything but printable text without single quotes and backslashes; double quotes, as in JSON, are
 * allowed.
 */
const NEEDS_ESCAPE = /[^ -&(-[\]-\uffff]/

/** A value as MySQL text. We set `sql_mode`, without NO_BACKSLASH_ESCAPES, so this escaping is exact. */
export const literal = cellText({
  text: (text) => (NEEDS_ESCAPE.test(text) ? escape(text) : `'${text}'`),
  digits: (digits) => `x'${digits}'`,
})
