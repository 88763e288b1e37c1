import type { Connection } from 'mysql2'

/** The time limit of queries that a connection sends for itself. */
const QUESTION_MS = 3_000

/** Runs one statement without parameters and returns its rows as objects. */
export const queryRows = <Row = unknown>(connection: Connection, sql: string): Promise<readonly Row[]> =>
  new Promise((resolve, reject) => {
    connection.query({ sql, timeout: QUESTION_MS }, (error, rows) => {
      if (error === null) resolve(rows as unknown as readonly Row[])
      else reject(error)
    })
  })

/** The server's variables or status values by name; a server returns no row for one it doesn't know. */
export const shownValues = async (
  connection: Connection,
  kind: 'SESSION VARIABLES' | 'GLOBAL VARIABLES' | 'GLOBAL STATUS',
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const list = names.map((name) => `'${name}'`).join(',')
  const rows = await queryRows<{ readonly Variable_name: string; readonly Value: string }>(
    connection,
    `SHOW ${kind} WHERE Variable_name IN (${list})`,
  )
  return new Map(rows.map(({ Variable_name: name, Value: value }) => [name, value]))
}
