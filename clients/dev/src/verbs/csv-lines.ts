import { CsvError, parse } from 'csv-parse/sync'
import { usageError } from '../errors/exit-code.js'

/** Message fields that can be columns. A column `variables.<name>` is a variable of the template. */
const FIELDS: ReadonlySet<string> = new Set([
  'channel',
  'to',
  'templateId',
  'recipientName',
  'clientReference',
  'projectId',
  'appId',
])
const VARIABLE = 'variables.'

interface CsvRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

const rowsOf = (file: string, content: string): readonly CsvRow[] => {
  try {
    return parse(content, { bom: true, info: true, skip_empty_lines: true }) as unknown as readonly CsvRow[]
  } catch (error) {
    if (error instanceof CsvError)
      throw usageError(`${file} isn’t valid CSV: ${error.message}.`, 'Nothing was sent.')
    throw error
  }
}

/** The columns of the header row; rejects unknown and duplicate ones. */
const columnsOf = (file: string, header: readonly string[]): readonly string[] => {
  const columns = header.map((name) => name.trim())
  for (const [at, name] of columns.entries()) {
    if (columns.indexOf(name) !== at) throw usageError(`${file} has the column ${name} twice.`)
    const isVariable = name.startsWith(VARIABLE) && name.length > VARIABLE.length
    if (!isVariable && !FIELDS.has(name))
      throw usageError(
        `${file} has the column "${name}", which isn’t a field of a message.`,
        `Columns are ${[...FIELDS].join(', ')} and ${VARIABLE}<name>.`,
      )
  }
  return columns
}

const messageOf = (columns: readonly string[], cells: readonly string[]): object => {
  const fields: Record<string, string> = {}
  const variables: Record<string, string> = {}
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (name.startsWith(VARIABLE)) variables[name.slice(VARIABLE.length)] = cell
    else if (cell !== '') fields[name] = cell
  }
  return { ...fields, variables }
}

/**
 * The messages of a CSV file (RFC 4180) with a header row, each with its last line, counted from 1. An empty
 * cell omits its field; an empty variable is an empty text. Throws a usage error for a malformed file or an
 * unknown column.
 */
export const csvLinesIn = (
  file: string,
  content: string,
): ReadonlyArray<{ readonly line: number; readonly given: object }> => {
  const [header, ...rows] = rowsOf(file, content)
  if (header === undefined) return []
  const columns = columnsOf(file, header.record)
  return rows.map(({ record, info }) => ({ line: info.lines, given: messageOf(columns, record) }))
}
