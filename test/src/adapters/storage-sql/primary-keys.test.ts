import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Statement } from '@postrider/storage-sql/engine/engine'
import { projectionStorage } from '@postrider/storage-sql/messaging/messages/readings'
import { sqliteDialect } from '@postrider/storage-sql/sqlite/dialect'
import { plain, renderSqlite } from '@postrider/storage-sql/sqlite/render'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { openThread, type SqliteThread } from '@postrider/storage-sql/sqlite/thread'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { freshDirectory } from '../../servers/run-directory.js'
import { listeningTo } from './listening-to.js'
import { placeMigratedFile } from './migrated-file.js'

const MANY = 100

describe('Statements whose primary key SQLite must use', () => {
  let directory: string
  let path: string
  let thread: SqliteThread
  before(async () => {
    directory = await freshDirectory('keys')
    path = join(directory, 'postrider.db')
    await placeMigratedFile(path)
    thread = await openThread({ path, role: 'reader' })
  })
  after(async () => {
    await thread.close()
    await rm(directory, { recursive: true, force: true })
  })

  const textsOf = async (sql: string): Promise<readonly string[]> => {
    const { results } = await thread.run([plain(sql)])
    return (results[0] ?? []).map((row) => String(row.at(-1)))
  }

  const planOf = async (statement: Statement): Promise<readonly string[]> => {
    const step = renderSqlite(statement)
    const { results } = await thread.run([{ ...step, sql: `EXPLAIN QUERY PLAN ${step.sql}` }])
    return (results[0] ?? []).map((row) => String(row.at(-1)))
  }

  it('can be prepared for every table, whether its key has an index or is the row number', async () => {
    const tables = await textsOf(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'knex%'",
    )
    expect(tables.length).to.be.above(60)
    for (const name of tables) {
      const [key = ''] = await textsOf(`SELECT name FROM pragma_table_info('${name}') WHERE pk = 1`)
      // Tables of one row, whose key is the number 1.
      if (key === 'one') continue
      const plan = await textsOf(
        `EXPLAIN QUERY PLAN SELECT * FROM ${name} t ${sqliteDialect.byIndex(name, 'PRIMARY')} WHERE t.${key} = 1`,
      )
      expect(plan.join(), name).to.match(/^SEARCH t USING .*(PRIMARY KEY|sqlite_autoindex_\w+_1)/)
    }
  })

  it("find many messages of one app by their identifiers, not by reading all of the app's messages", async () => {
    const engine = sqliteEngine(`sqlite:${path}`)
    const { heard, statements } = listeningTo(engine)
    const scope = { organizationId: fresh.id('org'), appId: fresh.id('app') }
    const questions = Array.from({ length: MANY }, () => ({ scope, messageId: fresh.id('msg') }))
    await right(projectionStorage(heard).messages(questions))
    await engine.close()
    const plans = await Promise.all(statements.map(planOf))
    expect(plans.flat().filter((line) => line.startsWith('SEARCH m '))).to.deep.equal([
      'SEARCH m USING INDEX sqlite_autoindex_messages_1 (id=?)',
    ])
  })
})
