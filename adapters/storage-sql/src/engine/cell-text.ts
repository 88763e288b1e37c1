import type { Cell } from '../cells/cell.js'

/**
 * A value as SQL text for a server; `binary`: the value is in hexadecimal digits. Throws for invalid values.
 */
export type CellText = (cell: Cell | undefined, binary: boolean) => string

/** How a server writes text literals, and binary literals from hexadecimal digits. */
export interface CellForms {
  readonly text: (text: string) => string
  readonly digits: (digits: string) => string
}

const HEXADECIMAL = /^[0-9a-f]*$/

/** Numbers and NULL are written the same on all servers. */
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
