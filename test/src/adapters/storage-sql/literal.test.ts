import type { Cell } from '@postrider/storage-sql/cells/cell'
import { literal } from '@postrider/storage-sql/mysql/literal'
import { expect } from 'chai'
import fc from 'fast-check'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'

const NASTY = [
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  "\\\\'; DROP TABLE messages; -- ",
  '?',
  '??',
  ':name',
  '%_',
  '\0\b\t\n\r\x1a',
  '`',
  '/* */ -- #',
  "x'00'",
  '😀',
  'Āsha',
  ' ',
  'a ',
]

describe('Values in a text for MySQL', () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase()
  })
  after(() => database.drop())

  const echo = async (texts: readonly string[]): Promise<readonly unknown[]> => {
    const connection = await createConnection({ uri: database.url, charset: 'utf8mb4' })
    try {
      const columns = texts.map((text, at) => `${literal(text, false)} AS c${at}`)
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT ${columns.join(',')}`)
      return Object.values<unknown>(rows[0] ?? {})
    } finally {
      await connection.end()
    }
  }

  it('arrive unchanged, for any text', async () => {
    expect(await echo(NASTY)).to.deep.equal(NASTY)
  })

  it('arrive unchanged, for any type', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 500, seed: 7 })
    expect(await echo(texts)).to.deep.equal(texts)
  })

  it('are binary only in hexadecimal', () => {
    expect(literal('00ff', true)).to.equal("x'00ff'")
    for (const text of ["00' OR '1", '0G', 'AB', '00 '])
      expect(() => literal(text, true)).to.throw('hexadecimal')
  })

  it('are text, safe integers, or null: anything else is a bug', () => {
    expect(literal(null, true)).to.equal('NULL')
    expect(literal(Number.MAX_SAFE_INTEGER, false)).to.equal('9007199254740991')
    const wrong: unknown[] = [2 ** 53, 0.5, NaN, Infinity, undefined, {}, ['a'], true, 1n]
    for (const value of wrong) expect(() => literal(value as Cell, false)).to.throw('no literal')
  })
})
