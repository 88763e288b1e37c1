import type { Addition } from './addition.js'
import type { ColumnTypes } from './dialect.js'

/**
 * By what a message's way is followed. Columns at the end that may be empty: both servers add them without touching a row,
 * and a program that has never heard of them leaves them empty (docs/decisions/0036).
 */
export const tracingAdditions = (t: ColumnTypes): readonly Addition[] => [
  { kind: 'column', table: 'messages', name: 'request_id', definition: t.name(128) },
  { kind: 'column', table: 'messages', name: 'traceparent', definition: t.name(55) },
]
