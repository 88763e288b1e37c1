/** The result of a command: one record with its properties. */
export type DataRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Cells by column name. Nested properties have dots in their names. */
export const flatten = (record: DataRecord, prefix = ''): ReadonlyMap<string, string> => {
  const cells = new Map<string, string>()
  for (const [name, value] of Object.entries(record)) {
    if (isRecord(value)) for (const [at, cell] of flatten(value, `${prefix}${name}.`)) cells.set(at, cell)
    else cells.set(`${prefix}${name}`, cellOf(value))
  }
  return cells
}

/** The list in a page; undefined for any other result. */
export const listIn = (answer: DataRecord): readonly DataRecord[] | undefined => {
  const lists = Object.values(answer).filter(Array.isArray) as ReadonlyArray<readonly unknown[]>
  const [only] = lists
  return lists.length === 1 && 'nextCursor' in answer && only?.every(isRecord) === true ? only : undefined
}
