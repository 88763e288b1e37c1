import type { Cell } from '../cells/cell.js'
import type { Statement } from '../engine/engine.js'
import type { Insertion, Target } from '../engine/insertion.js'
import {
  type Filled,
  type StatementParameter,
  isSharedNow,
  type Param,
  translator,
} from '../engine/template.js'
import { mysqlDialect } from './dialect.js'
import { literal } from './literal.js'
import { sharedNowText } from './server-time.js'

const translate = translator(mysqlDialect)

const listOf = (cells: readonly Cell[], binary: boolean): string => {
  if (cells.length === 0) return 'NULL'
  let text = literal(cells[0], binary)
  for (let at = 1; at < cells.length; at += 1) text += `,${literal(cells[at], binary)}`
  return text
}

const paramText = (param: Param | undefined, { binary }: StatementParameter): string => {
  if (isSharedNow(param)) return sharedNowText(param)
  return typeof param === 'object' && param !== null ? listOf(param, binary) : literal(param, binary)
}

const filledText = ({ template, params }: Filled): string => {
  const pieces = translate(template)
  let text = pieces[0] ?? ''
  for (const [at, hole] of template.holes.entries()) {
    text += paramText(params[at], hole) + pieces[at + 1]
  }
  return text
}

const conflictText = ({ onConflict }: Target): string => {
  if (onConflict === undefined) return ''
  const { keys, replace } = onConflict
  // A key set to itself changes nothing, and unlike INSERT IGNORE it hides no other error.
  const changes =
    replace.length === 0 ? `${keys[0]}=${keys[0]}` : replace.map((c) => `${c}=VALUES(${c})`).join(',')
  return ` ON DUPLICATE KEY UPDATE ${changes}`
}

const frames = new WeakMap<Target, { readonly head: string; readonly tail: string }>()

const frameOf = (target: Target): { readonly head: string; readonly tail: string } => {
  const known = frames.get(target)
  if (known !== undefined) return known
  const { name, columns } = target.table
  const frame = {
    head: `INSERT INTO ${name} (${columns.join(',')}) VALUES (`,
    tail: `)${conflictText(target)}`,
  }
  frames.set(target, frame)
  return frame
}

/** Most cells of a row say what the row before says in the same column, and are looked at and written out once. */
const insertionText = ({ target, cells }: Insertion): string => {
  const { head, tail } = frameOf(target)
  const { binary } = target.table
  const width = binary.length
  const before: Array<Cell | undefined> = []
  const said: string[] = []
  let text = head
  for (let at = 0, column = 0; at < cells.length; at += 1, column = column + 1 === width ? 0 : column + 1) {
    const cell = cells[at]
    if (at < width || cell !== before[column]) {
      before[column] = cell
      said[column] = `${column === 0 ? '' : ','}${literal(cell, binary[column] === true)}`
    }
    if (column === 0 && at > 0) text += '),('
    text += said[column]
  }
  return text + tail
}

/** The statement as MySQL's text; an insertion without rows has none. */
export const renderMysql = (statement: Statement): string => {
  if (statement.kind === 'filled') return filledText(statement)
  return statement.cells.length === 0 ? '' : insertionText(statement)
}
