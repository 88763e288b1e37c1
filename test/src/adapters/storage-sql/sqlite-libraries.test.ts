import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { classifySqliteError, isMissingSqliteTable } from '@postrider/storage-sql/sqlite/classify-error'
import type { SqliteConnection, SqliteLibrary } from '@postrider/storage-sql/sqlite/library'
import { libsqlLibrary } from '@postrider/storage-sql/sqlite/libsql-library'
import { nodeLibrary } from '@postrider/storage-sql/sqlite/node-library'
import { SqliteFailure } from '@postrider/storage-sql/sqlite/thread'
import { freshDirectory } from '../../servers/run-directory.js'

const SCHEMA = `
  CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT;
  CREATE TABLE kept (
    id BLOB PRIMARY KEY NOT NULL, owner_id INTEGER REFERENCES owners (id), minor INTEGER NOT NULL CHECK (minor >= 0)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO owners VALUES (1, 'Ada')`
const KEEP = 'INSERT INTO kept VALUES (?, ?, ?)'
const ID = Buffer.from('00ff', 'hex')

/** The libraries that this runtime can have. There is one if it has no built-in one. */
const libraries: ReadonlyArray<readonly [string, SqliteLibrary]> = [
  ['libsql', libsqlLibrary()],
  ...(process.getBuiltinModule('node:sqlite') === undefined ? [] : [['node:sqlite', nodeLibrary()] as const]),
]

for (const [name, library] of libraries)
  describe(`SQLite by ${name}`, () => {
    let directory: string
    let path: string
    let database: SqliteConnection
    beforeEach(async () => {
      directory = await freshDirectory('library')
      path = join(directory, 'one.db')
      database = library.open(path)
      database.exec(`PRAGMA busy_timeout=0; PRAGMA foreign_keys=ON; ${SCHEMA}`)
    })
    afterEach(async () => {
      database.close()
      await rm(directory, { recursive: true, force: true })
    })

    const failureOf = (act: () => unknown): SqliteFailure => {
      try {
        act()
      } catch (error) {
        return new SqliteFailure(library.codeOf(error) ?? 'BUG', String(error))
      }
      throw new Error('nothing failed')
    }
    const meaning = (act: () => unknown) => {
      const { kind, isWithoutRoom } = classifySqliteError(failureOf(act))
      return isWithoutRoom ? `${kind}, without room` : kind
    }
    const keep = (...values: ReadonlyArray<string | number | Uint8Array | null>) =>
      database.prepare(KEEP).run(values)

    it('returns rows by position, bytes and names of columns, and the number of changes', () => {
      expect(keep(ID, 1, 36)).to.include({ changes: 1 })
      const read = database.prepare('SELECT id, minor AS amount, owner_id + NULL AS none FROM kept')
      expect(read.hasRows).to.equal(true)
      expect(read.columnNames()).to.deep.equal(['id', 'amount', 'none'])
      const [[id, ...rest] = []] = read.all([])
      expect(Buffer.from(id as Uint8Array).toString('hex')).to.equal('00ff')
      expect(rest).to.deep.equal([36, null])
      const added = database.prepare("INSERT INTO owners (name) VALUES ('Grace')")
      expect(added.hasRows).to.equal(false)
      expect(added.run([])).to.deep.equal({ changes: 1, lastId: 2 })
    })

    it('reads integers that are too large for a number approximately, and all others exactly', () => {
      const read = database.prepare('SELECT ?1 + 0, 9223372036854775807 WHERE ?1 > 0 UNION ALL SELECT 7, 8')
      expect(read.all([1])).to.deep.equal([
        [1, 2 ** 63],
        [7, 8],
      ])
      expect(read.all([0])).to.deep.equal([[7, 8]])
    })

    it('reports whether a transaction is open', () => {
      expect(database.isInTransaction()).to.equal(false)
      database.exec('BEGIN IMMEDIATE')
      expect(database.isInTransaction()).to.equal(true)
      database.exec('ROLLBACK')
      expect(database.isInTransaction()).to.equal(false)
    })

    it('has codes for duplicates', () => {
      keep(ID, 1, 36)
      expect(meaning(() => keep(ID, 1, 36))).to.equal('duplicate')
      expect(meaning(() => database.exec("INSERT INTO owners VALUES (2, 'Ada')"))).to.equal('duplicate')
      expect(meaning(() => database.exec("INSERT INTO owners VALUES (1, 'Eve')"))).to.equal('duplicate')
    })

    it('has codes for violations of the schema', () => {
      expect(
        meaning(() => keep(ID, 1, null)),
        'null',
      ).to.equal('refused')
      expect(
        meaning(() => keep(ID, 1, -1)),
        'check',
      ).to.equal('refused')
      expect(
        meaning(() => keep(ID, 9, 36)),
        'foreign key',
      ).to.equal('refused')
      expect(
        meaning(() => keep(ID, 1, 'much')),
        'type',
      ).to.equal('refused')
      expect(
        meaning(() => keep('text', 1, 36)),
        'type of a key',
      ).to.equal('refused')
    })

    it('has codes for another writer, and for a read-only file', () => {
      const other = library.open(path)
      other.exec('BEGIN EXCLUSIVE')
      expect(meaning(() => keep(ID, 1, 36))).to.equal('again')
      other.close()
      database.exec('PRAGMA query_only=ON')
      expect(meaning(() => keep(ID, 1, 36))).to.equal('unavailable, without room')
    })

    it("has codes for a file that isn't a database, or can't be opened", async () => {
      const text = join(directory, 'text.db')
      await writeFile(
        text,
        'this is no database, but it is long enough to be looked at as if it were one\n'.repeat(20),
      )
      const opened = library.open(text)
      expect(meaning(() => opened.exec('PRAGMA journal_mode=WAL'))).to.equal('unavailable')
      opened.close()
      expect(meaning(() => library.open(join(directory, 'none', 'one.db')))).to.match(/^unavailable/)
    })

    it('distinguishes a missing table from an error in a statement', () => {
      const missing = failureOf(() => database.prepare('SELECT 1 FROM nowhere'))
      expect(isMissingSqliteTable(missing)).to.equal(true)
      expect(classifySqliteError(missing).kind).to.equal('unavailable')
      const mistaken = failureOf(() => database.prepare('SELEC 1'))
      expect(() => classifySqliteError(mistaken)).to.throw(SqliteFailure, /syntax/)
    })
  })
