import { type Cell, statement } from '@postrider/storage-sql/own-engine'
import { expect } from 'chai'
import { fresh } from '../builders/fresh.js'
import { aKitId, aThing, insertThings } from './kit-tables.js'
import { type EngineUnderTest, type OpenEngine, useEngine } from './open-engine.js'

const NASTY = `ä 日本 😀 ' '' " \\ \\' % _ ? ?x ; -- /* */ {for update} $1 :a \n\r\t end`
/** The maximum length of a name. */
const NAME = `${'😀'.repeat(50)} ' \\ ? % _ " é`
const LARGEST = Number.MAX_SAFE_INTEGER
/** Texts whose byte order differs from their dictionary order. */
const IN_ORDER = ['Z', 'a', 'b', 'z', 'ä', '😀']
const MANY = 1_000
/** Enough rows that an engine may insert them in another way than a few. */
const SEVERAL = 60
/** The maximum difference between two clocks of one machine. */
const NEAR_MS = 2_000
const HOUR_MS = 3_600_000

const WHOLE = `id, a_digest, a_word, a_name, a_text, a_long, an_integer, a_small, some_bytes`
const readWhole = statement(`SELECT ${WHOLE} FROM kit_things WHERE id = ?x`)
const byName = statement('SELECT id FROM kit_things WHERE a_name = ?')
const namesOf = statement('SELECT a_name FROM kit_things WHERE id IN (?x*) ORDER BY a_name')
const countNamed = statement('SELECT COUNT(*) FROM kit_things WHERE a_name IN (?*)')

const keeping = (at: EngineUnderTest): void => {
  it('returns every value unchanged: bytes, texts to the last character, integers exactly', async () => {
    const rows: ReadonlyArray<readonly Cell[]> = [
      [aKitId(), 'ff'.repeat(32), 'queued', NAME, NASTY, NASTY.repeat(4_000), LARGEST, 32_767, '00ff5c27'],
      [aKitId(), '00'.repeat(32), '', '', '', '', -LARGEST, 0, ''],
      aThing(aKitId(), { a_name: null }),
      [aKitId(), fresh.hex(64), 'a', 'a name', 'x'.repeat(20_000), '{"a":[1,2]}', 0, 1, fresh.hex(20_000)],
    ]
    await at.write(insertThings(rows))
    for (const row of rows) {
      const [found] = await at.ask(readWhole(row[0] ?? ''))
      expect(found).to.deep.equal([row])
    }
  })

  it('accepts values in any place of a statement, and as lists of any length', async () => {
    const ids = Array.from({ length: 500 }, aKitId)
    await at.write(insertThings(ids.map((id) => aThing(id))))
    const counted = async (some: readonly string[]) => (await at.ask(countNamed(some)))[0]
    expect(await counted(ids)).to.deep.equal([[500]])
    expect(await counted(ids.slice(0, 3))).to.deep.equal([[3]])
    expect(await counted([])).to.deep.equal([[0]])
    expect((await at.ask(namesOf([])))[0]).to.deep.equal([])
    const change = statement(
      'UPDATE kit_things SET some_bytes = ?x, a_text = ?, an_integer = ? WHERE id = ?x',
    )
    const [id = ''] = ids
    await at.write(change('0a0b', NASTY, -1, id))
    const [[row] = []] = await at.ask(readWhole(id))
    expect(row).to.include.members(['0a0b', NASTY, -1])
  })

  it('compares and sorts texts byte by byte', async () => {
    const mark = fresh.hex(8)
    const names = [...IN_ORDER, 'A', 'e\u0301', '\u00e9'].map((name) => `${mark}${name}`)
    const ids = names.map(aKitId)
    await at.write(insertThings(names.map((name, index) => aThing(ids[index] ?? '', { a_name: name }))))
    for (const [index, name] of names.entries())
      expect((await at.ask(byName(name)))[0], name).to.deep.equal([[ids[index]]])
    const [sorted] = await at.ask(namesOf(ids.slice(0, IN_ORDER.length)))
    expect(sorted).to.deep.equal(IN_ORDER.map((name) => [`${mark}${name}`]))
  })
}

const inserting = (at: EngineUnderTest): void => {
  it('inserts many rows with one statement, and none without rows', async () => {
    const ids = Array.from({ length: MANY }, aKitId)
    await at.write(insertThings([]), insertThings(ids.map((id) => aThing(id))), insertThings([]))
    expect((await at.ask(countNamed(ids)))[0]).to.deep.equal([[MANY]])
  })

  it('returns every value unchanged from many rows that were inserted with one statement each', async () => {
    const texts = [NASTY, null, 'NULL', '', '{a,"b"}', `"`, `'`, '\\', ',', ' ', '\n']
    const of = <A>(values: readonly A[], index: number): A | null => values[index % values.length] ?? null
    const rows = Array.from({ length: SEVERAL }, (_, index): readonly Cell[] => {
      const [digest, bytes] = [of(['ff'.repeat(32), null], index), of(['', '00ff5c27', null], index)]
      const [text, number] = [of(texts, index), of([LARGEST, null, -1, 0], index)]
      return [aKitId(), digest, 'queued', `${fresh.hex(32)} ' \\ " {,} é 😀`, text, null, number, 7, bytes]
    })
    await at.write(insertThings(rows))
    for (const row of rows) expect(await at.ask(readWhole(row[0] ?? ''))).to.deep.equal([[row]])
  })

  it('leaves an existing row unchanged, or replaces exactly the given columns', async () => {
    const [old, young] = [aKitId(), aKitId()]
    const thing = (id: string, a_text: string, an_integer: number): readonly Cell[] =>
      aThing(id, { a_text, an_integer })
    await at.write(insertThings([thing(old, 'first', 1)]))
    const others = Array.from({ length: SEVERAL }, aKitId)
    const both = (text: string) => [old, young, ...others].map((id) => thing(id, text, 2))
    const of = async (id: string) => (await at.ask(readWhole(id)))[0]?.map((row) => [row[4], row[6]])
    await at.write(insertThings(both('second'), { keys: ['id'], replace: [] }))
    expect([await of(old), await of(young)]).to.deep.equal([[['first', 1]], [['second', 2]]])
    await at.write(insertThings(both('third'), { keys: ['id'], replace: ['a_text'] }))
    expect([await of(old), await of(young)]).to.deep.equal([[['third', 1]], [['third', 2]]])
  })

  it('generates increasing numbers', async () => {
    const say = statement('INSERT INTO kit_counted (said) VALUES (?)')
    for (const value of ['one', 'two', 'three']) await at.write(say(value))
    const [rows = []] = await at.ask(statement('SELECT number, said FROM kit_counted ORDER BY number')())
    expect(rows.map(([, value]) => value)).to.deep.equal(['one', 'two', 'three'])
    const numbers = rows.map(([number]) => Number(number))
    expect(new Set(numbers).size).to.equal(3)
    expect(Number.isSafeInteger(rows[0]?.[0])).to.equal(true)
  })
}

const words = (at: EngineUnderTest): void => {
  it('returns the results of statements in their order, each with its own rows, which may be empty', async () => {
    const id = aKitId()
    await at.write(insertThings([aThing(id)]))
    const [none, one, nothing] = await at.ask(readWhole(aKitId()), byName(id), readWhole(aKitId()))
    expect([none, one, nothing]).to.deep.equal([[], [[id]], []])
  })

  it('implements the expressions of the dialect', async () => {
    const [one, two] = [aKitId(), aKitId()]
    const text = (id: string, a_text: string): readonly Cell[] => aThing(id, { a_text })
    await at.write(insertThings([text(one, '17'), text(two, 'seventeen')]))
    const asInteger = statement('SELECT CAST(a_text {as integer}) + 1 FROM kit_things WHERE id = ?x')
    expect((await at.ask(asInteger(one)))[0]).to.deep.equal([[18]])
    const position = statement('SELECT {position}(a_text, ?) FROM kit_things WHERE id = ?x')
    const found = await at.ask(position('teen', two), position('Teen', two))
    expect(found).to.deep.equal([[[6]], [[0]]])
    const joined = statement(`
      SELECT b.a_text FROM kit_things a {in this order} kit_things b ON b.id = ?x WHERE a.id = ?x`)
    expect((await at.ask(joined(two, one)))[0]).to.deep.equal([['seventeen']])
  })

  it('uses an index that a statement names', async () => {
    const id = aKitId()
    await at.write(insertThings([aThing(id)]))
    const byIndex = statement('SELECT id FROM kit_things {by kit_things.one_name} WHERE a_name = ?')
    const byKey = statement('SELECT id FROM kit_things {by kit_things.PRIMARY} WHERE id = ?x')
    expect(await at.ask(byIndex(id), byKey(id))).to.deep.equal([[[id]], [[id]]])
  })

  it("returns the time of the database, or the process's if that differs much", async () => {
    const time = await at.engine.timeMs()
    expect(Math.abs(time - Date.now())).to.be.lessThan(NEAR_MS)
    const tell = statement('SELECT {database time}')
    const [[[databaseMs] = []] = []] = await at.ask(tell())
    expect(Math.abs(Number(databaseMs) - time)).to.be.lessThan(NEAR_MS)
    const id = aKitId()
    await at.write(insertThings([aThing(id)]))
    const set = statement('UPDATE kit_things SET an_integer = ? WHERE id = ?x')
    const setTo = async (processMs: number, plusMs: number): Promise<number> => {
      await at.write(set({ kind: 'shared now', processMs, plusMs }, id))
      return Number((await at.ask(readWhole(id)))[0]?.[0]?.[6])
    }
    const now = Date.now()
    expect(Math.abs((await setTo(now, 5_000)) - now - 5_000)).to.be.lessThan(NEAR_MS)
    expect(await setTo(now - HOUR_MS, 1)).to.equal(now - HOUR_MS + 1)
  })
}

/** Tests that values are stored and returned unchanged. */
export const valuesSuite = (open: OpenEngine): void => {
  describe('values', () => {
    const at = useEngine(open)
    keeping(at)
    inserting(at)
    words(at)
  })
}
