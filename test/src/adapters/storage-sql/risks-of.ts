import type { StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import type { Cell } from '@postrider/storage-sql/cells/cell'
import { renderMysql } from '@postrider/storage-sql/mysql/render'
import { findMysqlRisks } from '@postrider/storage-sql/mysql/risks/find-risks'
import { createConnection, type RowDataPacket } from 'mysql2/promise'

/** The session variables that Postrider sets on each of its connections. */
const AS_POSTRIDER =
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES'; SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED"

/**
 * The risks of the server at this address. `addresses` is the number of servers that the storage address
 * lists.
 */
export const risksOfMysql = async (url: string, addresses = 1): Promise<readonly StorageRisk[]> => {
  const connection = await createConnection({ uri: url, multipleStatements: true })
  try {
    await connection.query(AS_POSTRIDER)
    const read = async (statements: readonly Parameters<typeof renderMysql>[0][]) => {
      const answers: Cell[][][] = []
      for (const one of statements) {
        const [rows] = await connection.query<RowDataPacket[]>({ sql: renderMysql(one), rowsAsArray: true })
        answers.push(rows as unknown as Cell[][])
      }
      return answers
    }
    return await findMysqlRisks({ read }, addresses)
  } finally {
    await connection.end()
  }
}

/** Each risk in one line: whether it loses writes, the problem, the fix. */
export const linesOf = (risks: readonly StorageRisk[]): readonly string[] =>
  risks.map(({ problem, fix, losesWrites }) => `${losesWrites ? 'loses' : 'warns'}: ${problem}. ${fix}`)
