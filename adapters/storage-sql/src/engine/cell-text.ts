import type { Cell } from '../cells/cell.js'

/** A value as a server's text; `binary`: of hexadecimal digits. Throws for what is none. */
export type CellText = (cell: Cell | undefined, binary: boolean) => string

/** What a server takes a text for, and what it takes for bytes that are given in hexadecimal digits. */
export interface CellForms {
  readonly text: (text: string) => string
  readonly digits: (digits: string) => string
}

const HEXADECIMAL = /^[0-9a-f]*$/

/** Numbers and what is missing are said alike everywhere. */
export const cellText =
  ({ text, digits }: CellForms): CellText =>
  (cell, binary) => {
    if (typeof cell === 'string') {
      if (!binary) return text(cell)
      if (HEXADECIMAL.test(cell)) return digits(cell)
      throw new Error('a binary value is given in hexadecimal')
    }
    if (cell === null) return 'NULL'
    if (typeof cell === 'number' && Number.isSafeInteger(cell)) return String(cell)
    throw new Error(`no literal for ${typeof cell}: values are text, safe integers or null`)
  }
