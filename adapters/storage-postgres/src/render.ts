import { type Cell, type SharedClock, type Target, textRenderer } from '@postrider/storage-sql/own-engine'
import { NO_TEXT } from './classify-error.js'
import { postgresDialect } from './dialect.js'

const HEXADECIMAL = /^[0-9a-f]*$/

/** `standard_conforming_strings` is on, so that a quote is all there is to be escaped. */
const textLiteral = (text: string): string => {
  if (text.includes('\0'))
    throw Object.assign(new Error('a text has the character of number 0, which no column takes'), {
      code: NO_TEXT,
    })
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

/** By how much the server's clock may differ from the process's time and still be taken for what it is. */
const TOLERANCE_MS = 1000

/** The server's clock where it is right, as an expression; the process's time where the server's is far from it. */
const sharedNow = ({ processMs, plusMs }: SharedClock): string => {
  const serverNow = postgresDialect.words['database time']
  return `(CASE WHEN ABS(${serverNow}-${processMs})<=${TOLERANCE_MS} THEN ${serverNow} ELSE ${processMs} END+${plusMs})`
}

const onConflict = ({ onConflict: conflict }: Target): string => {
  if (conflict === undefined) return ''
  const { keys, replace } = conflict
  const changes = replace.map((column) => `${column}=excluded.${column}`).join(',')
  return ` ON CONFLICT (${keys.join(',')}) DO ${changes === '' ? 'NOTHING' : `UPDATE SET ${changes}`}`
}

/** The statement as PostgreSQL's text; an insertion without rows has none. */
export const renderPostgres = textRenderer({ dialect: postgresDialect, literal, sharedNow, onConflict })
