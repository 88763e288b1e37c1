import { type Cell, textRenderer } from '@postrider/storage-sql/own-engine'
import { NO_TEXT } from './classify-error.js'
import { postgresDialect } from './dialect.js'
import { rowsByColumn } from './rows-by-column.js'

const HEXADECIMAL = /^[0-9a-f]*$/

/** `standard_conforming_strings` is on, so that a quote is all there is to be escaped. */
const textLiteral = (text: string): string => {
  if (text.includes('\0'))
    throw Object.assign(new Error('no column takes the character of number 0'), { code: NO_TEXT })
  return text.includes("'") ? `'${text.replaceAll("'", "''")}'` : `'${text}'`
}

/** A value as PostgreSQL's text; it takes the type of where it stands. */
const literal = (cell: Cell | undefined, binary: boolean): string => {
  if (typeof cell === 'string') {
    if (!binary) return textLiteral(cell)
    if (HEXADECIMAL.test(cell)) return `'\\x${cell}'`
    throw new Error('a binary value is given in hexadecimal')
  }
  if (cell === null) return 'NULL'
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return String(cell)
  throw new Error(`no literal for ${typeof cell}: values are text, safe integers or null`)
}

/** The statement as PostgreSQL's text; an insertion without rows has none. */
export const renderPostgres = textRenderer({ dialect: postgresDialect, literal, rows: rowsByColumn(literal) })
