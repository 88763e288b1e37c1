import { expect } from 'chai'
import fc from 'fast-check'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { verifyAudit } from '@postrider/core/audit/use-cases/verify-audit'
import { openThread, type SqliteThread } from '@postrider/storage-sql/sqlite/thread'
import { auditLog } from '@postrider/storage-sql/audit/table'
import { secretPorts } from '../../builders/secret-ports.js'
import { right } from '@postrider/conformance/outcome'
import type { OpenedStorage } from '@postrider/conformance/storage'
import { writeSomeChains } from '../../core/audit/use-cases/some-chains.js'
import { sqliteOpener } from './open-databases.js'

const TAMPERINGS = 200
const step = (sql: string) => ({ sql, binary: '', cells: [] })

/** Any entry, by its place in the table. */
const entry = fc.nat(23).map((at) => `(SELECT rowid FROM audit_log ORDER BY id LIMIT 1 OFFSET ${at})`)

const text = fc.constantFrom(`''`, `'x'`, 'NULL', `'operator'`, 'actor_id', 'action', `char(0)`)

/**
 * New values for a column, in SQL, without bytes that aren't text, with which the driver ends the process.
 */
const valuesFor = (column: string): fc.Arbitrary<string> => {
  const edits = [
    `${column} || ' '`,
    `upper(${column})`,
    `replace(${column}, 'e', 'E')`,
    `${column} || char(0)`,
  ]
  switch (column) {
    case 'id':
      return fc.constantFrom('randomblob(16)', `CAST(id || x'00' AS BLOB)`, 'substr(id, 1, 15)', `x''`)
    case 'chain':
      return fc.constantFrom(
        'randomblob(16)',
        'zeroblob(16)',
        `CAST(chain || x'00' AS BLOB)`,
        '(SELECT MAX(chain) FROM audit_chains)',
      )
    case 'digest':
      return fc.constantFrom('randomblob(32)', `CAST(digest || x'00' AS BLOB)`, 'substr(digest, 1, 31)', 'id')
    case 'seq':
      return fc.constantFrom('seq + 1', 'seq - 1', 'seq + 20', '9223372036854775807')
    case 'at':
      return fc.constantFrom('at + 1', 'at - 1', '-at', '0', '9223372036854775807')
    case 'details': {
      const spoilt = [`'[]'`, `'null'`, `'7'`, `'""'`, `'{'`, `''`, `'{"a":[]}'`, `'{"a":null}'`]
      const changed = [`'{"a":1}'`, `replace(details, '1', '2')`, `replace(details, ':0', ':"0"')`]
      return fc.constantFrom(...spoilt, ...changed, ...edits)
    }
    // Not NULL: an entry that doesn't name its key is still verified with it.
    case 'key_id':
      return fc.constantFrom(`''`, `'x'`, ...edits)
    default:
      return fc.oneof(text, fc.constantFrom(...edits))
  }
}

const change = fc
  .tuple(fc.constantFrom(...auditLog.table.columns), entry)
  .chain(([column, at]) =>
    valuesFor(column).map((value) => `UPDATE audit_log SET ${column} = ${value} WHERE rowid = ${at}`),
  )

const removal = fc.oneof(
  entry.map((at) => `DELETE FROM audit_log WHERE rowid = ${at}`),
  entry.map((at) => `DELETE FROM audit_log WHERE chain = (SELECT chain FROM audit_log WHERE rowid = ${at})`),
)

const COPIED = auditLog.table.columns.filter((column) => !['id', 'chain', 'seq'].includes(column)).join(', ')

/** A copy after the end of a chain: its own, another, or one that doesn't exist. */
const insertion = fc
  .tuple(
    entry,
    fc.constantFrom('chain', 'zeroblob(16)', 'randomblob(16)', 'randomblob(17)'),
    fc.constantFrom(1, 2, 9),
  )
  .map(
    ([at, chain, behind]) => `
      INSERT INTO audit_log (id, chain, seq, ${COPIED})
      SELECT randomblob(16), ${chain}, (SELECT MAX(seq) FROM audit_log) + ${behind}, ${COPIED}
      FROM audit_log WHERE rowid = ${at}`,
  )

/** Two neighbors exchange their numbers. */
const exchange = entry.map(
  (at) => `
    UPDATE audit_log SET seq = seq + CASE WHEN rowid = ${at} THEN 1001 ELSE 999 END
    WHERE (chain, seq - (rowid <> ${at})) = (SELECT chain, seq FROM audit_log WHERE rowid = ${at});
    UPDATE audit_log SET seq = seq - 1000 WHERE seq > 1000`,
)

const tampering = fc.oneof(
  { arbitrary: change, weight: 10 },
  { arbitrary: removal, weight: 2 },
  { arbitrary: insertion, weight: 3 },
  { arbitrary: exchange, weight: 1 },
)

describe('Tampering with the audit log in SQL', () => {
  const { keyedDigests } = secretPorts(new Map())
  let database: OpenedStorage
  let writer: SqliteThread
  before(async () => {
    database = await sqliteOpener()('made')
    await right(database.storage.health.migrate())
    await writeSomeChains(database.storage, keyedDigests)
    writer = await openThread({ path: database.url.slice('sqlite:'.length), role: 'writer' })
    await writer.run([step('CREATE TABLE kept_log AS SELECT rowid AS place, * FROM audit_log')])
  })
  after(async () => {
    await writer.close()
    await database.close()
  })

  const rows = async (): Promise<string> => {
    const { results } = await writer.run([step('SELECT * FROM audit_log ORDER BY chain, seq')])
    return JSON.stringify(results[0])
  }

  const putBack = (): Promise<unknown> => {
    const columns = auditLog.table.columns.join(', ')
    return writer.run([
      step('DELETE FROM audit_log'),
      step(`INSERT INTO audit_log (rowid, ${columns}) SELECT place, ${columns} FROM kept_log`),
    ])
  }

  /** Whether the database accepted it, and has different content than before. */
  const isDone = async (sql: string, before: string): Promise<boolean> => {
    try {
      await writer.run(sql.split(';').map(step))
    } catch {
      return false
    }
    return (await rows()) !== before
  }

  const findings = async (): Promise<readonly string[]> => {
    const chains = await right(verifyAudit({ storage: database.storage, keyedDigests })())
    return chains.flatMap(({ finding }) => finding?.sentence ?? [])
  }

  it(`is detected, each of ${TAMPERINGS} times, and never without tampering`, async () => {
    const before = await rows()
    expect(await findings()).to.deep.equal([])
    await fc.assert(
      fc.asyncProperty(tampering, async (sql) => {
        await putBack()
        fc.pre(await isDone(sql, before))
        expect(await findings()).not.to.deep.equal([])
      }),
      { numRuns: TAMPERINGS },
    )
    await putBack()
    expect(await findings()).to.deep.equal([])
  }).timeout(MINUTE_MS)
})
