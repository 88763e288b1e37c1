import type { Cell } from '../cells/cell.js'
import type { CellText } from './cell-text.js'
import type { Dialect } from './dialect.js'
import type { Statement } from './engine.js'
import { conflictText, type Insertion, type Target } from './insertion.js'
import { sharedNowText } from './shared-now.js'
import { type Filled, isSharedNow, type Param, translator } from './template.js'

/** How a server writes values in SQL text, and where its SQL differs from the standard. */
export interface TextForms {
  readonly dialect: Dialect
  readonly literal: CellText
  /** The clause after an insertion's rows; default: `ON CONFLICT`. */
  readonly onConflict?: (target: Target) => string
  /** An insertion's rows as a query; default, also if it returns undefined: `VALUES`. */
  readonly rows?: (insertion: Insertion) => string | undefined
}

const listOf = (literal: CellText, cells: readonly Cell[], binary: boolean): string => {
  if (cells.length === 0) return 'NULL'
  let text = literal(cells[0], binary)
  for (let at = 1; at < cells.length; at += 1) text += `,${literal(cells[at], binary)}`
  return text
}

/** Most cells equal the cell of the previous row in the same column, and are checked and rendered once. */
const rowsText = (literal: CellText, { target, cells }: Insertion): string => {
  const { binary } = target.table
  const width = binary.length
  const before: Array<Cell | undefined> = []
  const rendered: string[] = []
  let text = ''
  for (let at = 0, column = 0; at < cells.length; at += 1, column = column + 1 === width ? 0 : column + 1) {
    const cell = cells[at]
    if (at < width || cell !== before[column]) {
      before[column] = cell
      rendered[column] = `${column === 0 ? '' : ','}${literal(cell, binary[column] === true)}`
    }
    if (column === 0 && at > 0) text += '),('
    text += rendered[column]
  }
  return text
}

/**
 * Renders statements as texts with their values in them, for servers that take several in one; an insertion
 * without rows is ''.
 */
export const textRenderer = ({
  dialect,
  literal,
  onConflict = conflictText,
  rows = () => undefined,
}: TextForms) => {
  const translate = translator(dialect)
  const serverNow = dialect.words['database time']

  const paramText = (param: Param | undefined, binary: boolean): string => {
    if (isSharedNow(param)) return sharedNowText(serverNow, param)
    return typeof param === 'object' && param !== null
      ? listOf(literal, param, binary)
      : literal(param, binary)
  }

  const filledText = ({ template, params }: Filled): string => {
    const pieces = translate(template)
    let text = pieces[0] ?? ''
    for (const [at, { binary }] of template.holes.entries()) {
      text += paramText(params[at], binary) + pieces[at + 1]
    }
    return text
  }

  const frames = new WeakMap<Target, { readonly head: string; readonly tail: string }>()

  const frameOf = (target: Target): { readonly head: string; readonly tail: string } => {
    const known = frames.get(target)
    if (known !== undefined) return known
    const { name, columns } = target.table
    const frame = {
      head: `INSERT INTO ${name} (${columns.join(',')}) `,
      tail: onConflict(target),
    }
    frames.set(target, frame)
    return frame
  }

  return (statement: Statement): string => {
    if (statement.kind === 'filled') return filledText(statement)
    if (statement.cells.length === 0) return ''
    const { head, tail } = frameOf(statement.target)
    return head + (rows(statement) ?? `VALUES (${rowsText(literal, statement)})`) + tail
  }
}
