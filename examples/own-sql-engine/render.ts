import { type Cell, textRenderer } from '@postrider/storage-sql/own-engine'
import { dialect } from './dialect.ts'

/** A value as the server reads it; bytes come as hexadecimal digits. */
const literal = (cell: Cell | undefined, binary: boolean): string => {
  if (cell === null) return 'NULL'
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return String(cell)
  if (typeof cell !== 'string') throw new Error(`no value for the database: ${typeof cell}`)
  if (!binary) return `'${cell.replaceAll("'", "''")}'`
  if (!/^[0-9a-f]*$/.test(cell)) throw new Error('bytes are hexadecimal digits')
  return `'\\x${cell}'`
}

/** A statement as text; one that inserts no rows is ''. */
export const render = textRenderer({ dialect, literal })
