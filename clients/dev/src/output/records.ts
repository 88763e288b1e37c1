import type { TextOutput } from '../command-terminal.js'
import { type DataRecord, flatten } from './flatten.js'

/** The output formats. */
export const FORMATS = ['table', 'json', 'jsonl', 'tsv'] as const

export type Format = (typeof FORMATS)[number]

/** The output of a command's result. */
export interface RecordWriter {
  /** Writes a single record. */
  one(record: DataRecord): void
  /** Adds one of several records; `end` follows the last. */
  add(record: DataRecord): void
  /** Writes everything added so far. */
  flush(): void
  end(): void
}

/** Makes control characters visible, also those that end a line or change the direction of text. */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const TSV: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const tsvCell = (text: string): string => text.replace(/[\\\t\n\r]/g, (found) => TSV[found] ?? found)

const jsonWriter = (out: TextOutput): RecordWriter => {
  let count = 0
  return {
    one: (record) => void out.write(`${JSON.stringify(record, undefined, 2)}\n`),
    add: (record) => {
      const text = JSON.stringify(record, undefined, 2).replaceAll('\n', '\n  ')
      out.write(`${count === 0 ? '[\n' : ',\n'}  ${text}`)
      count += 1
    },
    flush: () => undefined,
    end: () => void out.write(count === 0 ? '[]\n' : '\n]\n'),
  }
}

const jsonlWriter = (out: TextOutput): RecordWriter => {
  const add = (record: DataRecord): void => void out.write(`${JSON.stringify(record)}\n`)
  return { one: add, add, flush: () => undefined, end: () => undefined }
}

const tsvWriter = (out: TextOutput, columns: readonly string[] | undefined): RecordWriter => {
  let names = columns
  const line = (cells: readonly string[]): void => void out.write(`${cells.map(tsvCell).join('\t')}\n`)
  let isBegun = false
  const add = (record: DataRecord): void => {
    const cells = flatten(record)
    names ??= [...cells.keys()]
    if (!isBegun) line(names)
    isBegun = true
    line(names.map((name) => cells.get(name) ?? ''))
  }
  const end = (): void => {
    if (!isBegun && names !== undefined) line(names)
  }
  return { one: add, add, flush: () => undefined, end }
}

type Paint = (text: string) => string

/** The highest of lengths, or `least`. */
const longestOf = (lengths: readonly number[], least: number): number =>
  lengths.reduce((longest, length) => Math.max(longest, length), least)

const lengthOf = (text: string): number => [...text].length

const padded = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, at) => `${cell}${' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell)))}`)
    .join('  ')
    .trimEnd()

/** The rows that determine the column widths of a table. Later rows keep these widths. */
const LOOK_AHEAD = 100

const tableWriter = (out: TextOutput, columns: readonly string[] | undefined, bold: Paint): RecordWriter => {
  let waiting: Array<ReadonlyMap<string, string>> = []
  let head: readonly string[] | undefined
  let widths: number[] = []
  const rowOf = (cells: ReadonlyMap<string, string>): readonly string[] =>
    (head ?? []).map((name) => visible(cells.get(name) ?? ''))
  const flush = (): void => {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    const isFirst = head === undefined
    head ??= columns ?? [...new Set(rows.flatMap((cells) => [...cells.keys()]))]
    const texts = rows.map(rowOf)
    const measured = isFirst ? [head, ...texts] : texts
    widths = head.map((_, at) =>
      longestOf(
        measured.map((row) => lengthOf(row[at] ?? '')),
        widths[at] ?? 0,
      ),
    )
    if (isFirst) out.write(`${bold(padded(head, widths))}\n`)
    for (const row of texts) out.write(`${padded(row, widths)}\n`)
  }
  return {
    one: (record) => {
      const cells = [...flatten(record)]
      const width = longestOf(
        cells.map(([name]) => lengthOf(name)),
        0,
      )
      for (const [name, cell] of cells)
        out.write(
          `${bold(name)}${' '.repeat(width - lengthOf(name))}  ${visible(cell)}`.trimEnd().concat('\n'),
        )
    },
    add: (record) => {
      waiting.push(flatten(record))
      if (waiting.length >= LOOK_AHEAD) flush()
    },
    flush,
    end: flush,
  }
}

/** A writer of a format. `columns` are those of tables and tab-separated lists; default: all. */
export const recordWriter = (
  out: TextOutput,
  format: Format,
  { columns, bold = (text) => text }: { readonly columns?: readonly string[]; readonly bold?: Paint } = {},
): RecordWriter => {
  if (format === 'json') return jsonWriter(out)
  if (format === 'jsonl') return jsonlWriter(out)
  return format === 'tsv' ? tsvWriter(out, columns) : tableWriter(out, columns, bold)
}
