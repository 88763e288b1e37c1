import { cellText, textRenderer } from '@postrider/storage-sql/own-engine'
import { NO_TEXT } from './classify-error.js'
import { postgresDialect } from './dialect.js'
import { rowsByColumn } from './rows-by-column.js'

/** `standard_conforming_strings` is on, so only quotes have to be escaped. */
const escaped = (text: string): string => {
  if (text.includes('\0'))
    throw Object.assign(new Error('no column takes the character of number 0'), { code: NO_TEXT })
  return text.includes("'") ? text.replaceAll("'", "''") : text
}

const withinArray = (text: string): string => (/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text)

/** A value as PostgreSQL text; the context determines its type. */
const literal = cellText({ text: (text) => `'${escaped(text)}'`, digits: (digits) => `'\\x${digits}'` })

/** The same as an element of an array literal, which has its own quoting. */
const element = cellText({
  text: (text) => `"${withinArray(escaped(text))}"`,
  digits: (digits) => `"\\\\x${digits}"`,
})

/** The statement as PostgreSQL text; an insertion without rows has none. */
export const renderPostgres = textRenderer({
  dialect: postgresDialect,
  literal,
  rows: rowsByColumn(literal, element),
})
