import type { Dialect, TableDefinition } from '../../engine/dialect.js'

/** The stored form of changes: groups as JSON text, and the identifiers of messages, 16 bytes each. */
const written = ({ types: t, words }: Dialect): string =>
  `at ${t.integer} NOT NULL DEFAULT (${words['database time']}), body ${t.long} NOT NULL, ids ${t.bytes} NOT NULL`

/**
 * The change feed (docs/decisions/0046). If the engine commits transactions concurrently, their changes wait
 * in a table of their own until they are numbered.
 */
export const changeTables = (dialect: Dialect): readonly TableDefinition[] => {
  const { types: t, commitsInOrder } = dialect
  const changes = written(dialect)
  const number = commitsInOrder ? t.counter : `${t.integer} NOT NULL PRIMARY KEY`
  return [
    { name: 'changes', columns: `seq ${number}, ${changes}` },
    ...(commitsInOrder ? [] : [{ name: 'changes_pending', columns: `id ${t.counter}, ${changes}` }]),
  ]
}
