import type { Id, IdPrefix } from '@postrider/core/kernel/ids/id'
import * as cell from '../cells/cell.js'
import type { Cell } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell, idOf } from '../cells/id-cell.js'

/** How a value is read from its cell; a missing cell is read as NULL. */
export type ReadCell<V> = (from: Cell | undefined) => V

/** How one property of a record is stored: in a column of its own. */
export interface Column<V> {
  readonly name: string
  readonly isBinary: boolean
  readonly write: (value: V) => Cell
  readonly read: ReadCell<V>
}

const binary = <V>(name: string, write: Column<V>['write'], read: ReadCell<V>): Column<V> => ({
  name,
  isBinary: true,
  write,
  read,
})

/** The same column, nullable. */
const orNone = <V>({ name, isBinary, write, read }: Column<V>): Column<V | undefined> => ({
  name,
  isBinary,
  write: (value) => (value === undefined ? null : write(value)),
  read: (from) => (cell.isNull(from) ? undefined : read(from)),
})

/** A column of text or numbers with the given conversions. */
export const aColumn = <V>(name: string, write: Column<V>['write'], read: ReadCell<V>): Column<V> => ({
  name,
  isBinary: false,
  write,
  read,
})

/**
 * Caches the last conversion: consecutive rows, and those of one message in several tables, share most of
 * their identifiers.
 */
const rememberingLast = <A, B>(convert: (from: A) => B): ((from: A) => B) => {
  let last: A | undefined
  let converted: B | undefined
  return (from) => {
    if (from === last && converted !== undefined) return converted
    const now = convert(from)
    last = from
    converted = now
    return now
  }
}

interface Conversion {
  readonly write: (id: Id) => string
  readonly read: ReadCell<Id>
}

const conversions = new Map<IdPrefix, Conversion>()

/** One conversion for all columns with identifiers of the prefix. */
const conversionOf = (prefix: IdPrefix): Conversion => {
  const known = conversions.get(prefix) ?? {
    write: rememberingLast(idCell),
    read: rememberingLast((from: Cell | undefined) => idOf(prefix, from)),
  }
  conversions.set(prefix, known)
  return known
}

export const anId = <P extends IdPrefix>(prefix: P, name: string): Column<Id<P>> => {
  const { write, read } = conversionOf(prefix)
  return binary<Id<P>>(name, write, read as ReadCell<Id<P>>)
}

export const anIdOrNone = <P extends IdPrefix>(prefix: P, name: string): Column<Id<P> | undefined> =>
  orNone(anId(prefix, name))

/** 16 bytes with the given conversions. */
export const bytes16 = <V>(name: string, write: (value: V) => string, read: ReadCell<V>): Column<V> =>
  binary(name, write, read)

export const aDigest = (name: string): Column<string> =>
  binary(name, (digest) => digestCell(digest, 32), cell.readText)

export const aDigestOrNone = (name: string): Column<string | undefined> => orNone(aDigest(name))

/** The first 128 bits of a digest. */
export const aShortDigest = (name: string): Column<string> =>
  binary(name, (digest) => digestCell(digest, 16), cell.readText)

export const aShortDigestOrNone = (name: string): Column<string | undefined> => orNone(aShortDigest(name))

/** Text, from a fixed set or free. */
export const aText = <T extends string>(name: string): Column<T> =>
  aColumn(
    name,
    (value) => value,
    (from) => cell.readText(from) as T,
  )

export const aTextOrNone = <T extends string>(name: string): Column<T | undefined> => orNone(aText<T>(name))

export const anInteger = (name: string): Column<number> => aColumn(name, (value) => value, cell.readInteger)

export const anIntegerOrNone = (name: string): Column<number | undefined> => orNone(anInteger(name))

/** A boolean; NULL means false. */
export const aFlag = (name: string): Column<boolean> =>
  aColumn(
    name,
    (isSo) => (isSo ? 1 : 0),
    (from) => !cell.isNull(from) && cell.readInteger(from) === 1,
  )

/** A list or an object, stored as JSON text. */
export const aValue = <V>(name: string): Column<V> =>
  aColumn(
    name,
    (value) => JSON.stringify(value),
    (from) => cell.readJson(from) as V,
  )

/** Does the same as `aValue` for an optional value. */
export const aValueOrNone = <V>(name: string): Column<V | undefined> => orNone(aValue<V>(name))
