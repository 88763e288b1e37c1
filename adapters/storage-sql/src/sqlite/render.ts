import type { Cell } from '../cells/cell.js'
import type { Statement } from '../engine/engine.js'
import { conflictText, type Insertion, type Target } from '../engine/insertion.js'
import { type Filled, isSharedNow, type Param, translator } from '../engine/template.js'
import { sqliteDialect } from './dialect.js'
import type { ThreadStatement } from './protocol.js'

const translate = translator(sqliteDialect)

const LARGEST_PADDED = 16_384

/**
 * Lists are padded to a power of two by repeating their last value, so that few texts have to be prepared.
 */
const paddedLength = (length: number): number => {
  if (length > LARGEST_PADDED) return length
  let padded = 1
  while (padded < length) padded *= 2
  return padded
}

const listInto = (into: Cell[], list: readonly Cell[]): string => {
  if (list.length === 0) return 'NULL'
  const length = paddedLength(list.length)
  for (let at = 0; at < length; at += 1) into.push(list[Math.min(at, list.length - 1)] ?? null)
  return `?${',?'.repeat(length - 1)}`
}

/** A time as a cell: a database in a file uses the process's time. */
const cellOf = (param: Exclude<Param, readonly Cell[]> | undefined): Cell =>
  isSharedNow(param) ? param.processMs + param.plusMs : (param ?? null)

const filledStep = ({ template, params }: Filled): ThreadStatement => {
  const pieces = translate(template)
  const cells: Cell[] = []
  let sql = pieces[0] ?? ''
  let binary = ''
  for (const [at, hole] of template.holes.entries()) {
    const param = params[at]
    if (typeof param === 'object' && param !== null && !isSharedNow(param)) sql += listInto(cells, param)
    else {
      cells.push(cellOf(param))
      sql += '?'
    }
    sql += pieces[at + 1]
    binary = binary.padEnd(cells.length, hole.binary ? '1' : '0')
  }
  return { sql, binary, cells }
}

const texts = new WeakMap<Target, { readonly sql: string; readonly binary: string }>()

const textOf = (target: Target): { readonly sql: string; readonly binary: string } => {
  const known = texts.get(target)
  if (known !== undefined) return known
  const { name, columns, binary } = target.table
  const holes = columns.map(() => '?').join(',')
  const made = {
    sql: `INSERT INTO ${name} (${columns.join(',')}) VALUES (${holes})${conflictText(target)}`,
    binary: binary.map((each) => (each ? '1' : '0')).join(''),
  }
  texts.set(target, made)
  return made
}

const insertionStep = ({ target, cells }: Insertion): ThreadStatement => {
  const { sql, binary } = textOf(target)
  return { sql, binary, rows: JSON.stringify(cells) }
}

/** The statement for SQLite's thread. */
export const renderSqlite = (statement: Statement): ThreadStatement =>
  statement.kind === 'filled' ? filledStep(statement) : insertionStep(statement)

/** A statement without values. */
export const plain = (sql: string): ThreadStatement => ({ sql, binary: '', cells: [] })
