import { isNull, type Cell } from '../cells/cell.js'
import type { Column } from './column.js'
import { formedReader, objectReader, type RowReader, type ReadProperty } from './selection.js'

/** Copies an object property by property, in an object literal: see `formedReader`. */
export type Form<R> = (of: R) => R

/** A property that is an object, with a column for each of its properties. */
interface Group<V> {
  readonly fields: RecordFields<V & object>
  readonly form: Form<V & object> | undefined
  /** Whether the object may be missing: then all of its columns are NULL, and the first one only then. */
  readonly isOptional: boolean
}

type Field<V> = Column<V> | Group<V>

/** How the properties of a record are stored; a missing one doesn't compile. */
export type RecordFields<R> = { readonly [K in keyof R]-?: Field<R[K]> }

/** A property that is an object, with its own properties. */
export const group = <V extends object>(fields: RecordFields<V>, form?: Form<V>): Group<V> => ({
  fields,
  form,
  isOptional: false,
})

/** Does the same as `group` for an optional object. Its first column shows whether it is missing. */
export const groupOrNone = <V extends object>(fields: RecordFields<V>): Group<V | undefined> => ({
  fields,
  form: undefined,
  isOptional: true,
})

/** A column, and how it is written: from one property, or from the whole record if it names none. */
export interface WrittenColumn {
  readonly name: string
  readonly isBinary: boolean
  readonly property: string | undefined
  readonly write: (value: never) => Cell
}

type AnyField = Field<unknown>

const isColumn = (field: AnyField): field is Column<unknown> => 'write' in field

const fieldsOf = (fields: object): ReadonlyArray<readonly [string, AnyField]> =>
  Object.entries(fields) as ReadonlyArray<[string, AnyField]>

type Write = (value: unknown) => Cell

/** Writes a cell of an object's property, if the object exists. */
const writeInner = ({ property, write }: WrittenColumn): Write => {
  const writeValue = write as Write
  return (value) => {
    if (value === undefined) return null
    return writeValue(property === undefined ? value : (value as Readonly<Record<string, unknown>>)[property])
  }
}

/** The columns of the properties, in the order of the declaration. */
export const ownColumns = (fields: object): readonly WrittenColumn[] =>
  fieldsOf(fields).flatMap(([property, field]): readonly WrittenColumn[] => {
    if (isColumn(field)) return [{ name: field.name, isBinary: field.isBinary, property, write: field.write }]
    return ownColumns(field.fields).map((inner) => ({
      name: inner.name,
      isBinary: inner.isBinary,
      property,
      write: writeInner(inner),
    }))
  })

/** Appends a record's row. */
export const rowWriter = (columns: readonly WrittenColumn[]): ((into: Cell[], record: object) => void) => {
  const properties = columns.map(({ property }) => property)
  const writes = columns.map(({ write }) => write as Write)
  return (into, record) => {
    const values = record as Readonly<Record<string, unknown>>
    // By index: iterating over pairs adds half of the cost of the writing.
    for (let at = 0; at < writes.length; at += 1) {
      const property = properties[at]
      const write = writes[at]
      if (write !== undefined) into.push(write(property === undefined ? values : values[property]))
    }
  }
}

/** The names of all columns that the properties are read from. */
export const columnsRead = (fields: object): ReadonlySet<string> =>
  new Set(
    fieldsOf(fields).flatMap(([, field]) => {
      return isColumn(field) ? [field.name] : [...columnsRead(field.fields)]
    }),
  )

/** The reader of one property, given the order of the columns. */
const fieldReader = (field: AnyField, columns: readonly string[]): ReadProperty<unknown> => {
  const placeOf = (column: string): number => {
    const place = columns.indexOf(column)
    if (place < 0) throw new Error(`there is no column ${column} to be read`)
    return place
  }
  if (isColumn(field)) return { place: placeOf(field.name), cell: field.read }
  const inner = fieldsReader(field.fields, columns, {}, field.form)
  if (!field.isOptional) return inner
  const first = placeOf([...columnsRead(field.fields)][0] ?? '')
  return (row, at) => (isNull(row[at + first]) ? undefined : inner(row, at))
}

/** The reader of the properties; known ones aren't read. */
export const fieldsReader = (
  fields: object,
  columns: readonly string[],
  known: Readonly<Record<string, unknown>>,
  form: Form<object> | undefined,
): RowReader<object> => {
  const readers = Object.fromEntries(
    fieldsOf(fields).map(([property, field]): [string, ReadProperty<unknown>] => [
      property,
      property in known ? () => known[property] : fieldReader(field, columns),
    ]),
  )
  return form === undefined ? objectReader(readers) : formedReader(readers, form)
}

/** The properties with these names. */
export const picked = (fields: object, isWanted: (property: string) => boolean): object =>
  Object.fromEntries(fieldsOf(fields).filter(([property]) => isWanted(property)))
