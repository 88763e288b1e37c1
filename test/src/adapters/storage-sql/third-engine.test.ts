import { expect } from 'chai'
import { acceptOne, acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { right } from '@postrider/conformance/outcome'
import type { Dialect, IndexDefinition } from '@postrider/storage-sql/engine/dialect'
import { migrationNames } from '@postrider/storage-sql/migrations/source'
import { openStorageOn } from '@postrider/storage-sql/sql-storage'
import { sqliteDialect } from '@postrider/storage-sql/sqlite/dialect'
import { migrateWith, onSqlite, useDatabases } from './empty-database.js'

describe("An engine that the storage doesn't know", () => {
  const databases = useDatabases()

  it('creates its tables and indexes in its own dialect, with its own name, and is a storage', async () => {
    const { engine } = await databases.opened(onSqlite)
    const made: string[] = []
    const indexed: IndexDefinition[] = []
    const dialect: Dialect = {
      ...sqliteDialect,
      name: 'third',
      types: { ...sqliteDialect.types, word: 'ANY', name: () => 'ANY' },
      createTable: (definition) => {
        made.push(definition.name)
        return sqliteDialect.createTable(definition)
      },
      addIndex: async (_, index) => {
        indexed.push(index)
      },
    }
    const third = { ...engine, dialect }
    const storage = openStorageOn(third)
    expect(await right(storage.health.migrate())).to.deep.equal(migrationNames)
    expect(made).to.include.members(['messages', 'accounts', 'migrations_beside'])
    const request = await acceptPaid(storage)
    expect((await acceptOne(storage, request))._tag).to.equal('Replayed')
    const byLane = { kind: 'index', table: 'messages', name: 'by_lane', definition: 'lane, id' } as const
    const known = migrationNames.map((name) => ({ name, oldestProgram: '', statements: () => [] }))
    const next = { name: '9001_next', oldestProgram: '', statements: () => [], additions: () => [byLane] }
    indexed.length = 0
    await migrateWith(third, [...known, next])
    expect(indexed).to.deep.equal([{ table: 'messages', name: 'by_lane', columns: 'lane, id' }])
  })
})
