import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, type Rows, type Statement, statement } from '@postrider/storage-sql/own-engine'
import { expect } from 'chai'
import { addToRow, aKitId, insertRows, lockRow, readRow, setRow } from './kit-tables.js'
import { type EngineUnderTest, type OpenEngine, useEngine } from './open-engine.js'

/** How long a test waits to show that an event doesn't happen. */
const QUIET_MS = 250
const TIMES = 12

const readBoth = statement('SELECT id, n FROM kit_rows WHERE id IN (?x*) ORDER BY id')
const lockFree = statement('SELECT id FROM kit_rows WHERE id IN (?x*) ORDER BY id {skip locked}')
const lockJoined = statement(`
  SELECT a.n, b.n FROM kit_rows a LEFT JOIN kit_rows b ON b.id = ?x WHERE a.id = ?x {for update of a}`)
const shareRow = statement('SELECT n FROM kit_rows WHERE id = ?x {for share}')

const twoRows = async (at: EngineUnderTest, n = 1): Promise<readonly [string, string]> => {
  const [one = '', other = ''] = [aKitId(), aKitId()].sort()
  await at.write(
    insertRows([
      [one, n],
      [other, n],
    ]),
  )
  return [one, other]
}

interface HeldTransaction {
  /** The results of its opening statements. */
  readonly begun: Promise<readonly Rows[]>
  /** Commits it, and waits for the commit. */
  end(): Promise<void>
}

/** A transaction that starts and stays open until it is ended. */
const hold = (engine: Engine, opening: readonly Statement[]): HeldTransaction => {
  let tellBegun: (answers: readonly Rows[]) => void
  let letGo: () => void
  const begun = new Promise<readonly Rows[]>((resolve) => (tellBegun = resolve))
  const released = new Promise<void>((resolve) => (letGo = resolve))
  const done = engine.transaction(opening, async (answers) => {
    tellBegun(answers)
    await released
    return { statements: [], isKept: true, result: undefined }
  })
  return {
    begun,
    end: async () => {
      letGo()
      expect(await done).to.have.property('_tag', 'Right')
    },
  }
}

const locking = (at: EngineUnderTest): void => {
  it('loses no update of processes that lock what they read', async () => {
    const [id] = await twoRows(at, 0)
    const add = (engine: Engine) =>
      engine.transact([lockRow(id)], ([rows = []]) => ({
        statements: [setRow(Number(rows[0]?.[0]) + 1, id)],
        result: undefined,
      }))
    const all = Array.from({ length: TIMES }, (_, time) => add(time % 2 === 0 ? at.engine : at.other))
    for (const outcome of await Promise.all(all)) expect(outcome).to.have.property('_tag', 'Right')
    expect((await at.ask(readRow(id)))[0]).to.deep.equal([[TIMES]])
  })

  it('waits for a lock, and then reads what was written meanwhile, in the same or the next statement by its dialect', async () => {
    const [one, other] = await twoRows(at)
    const first = hold(at.engine, [lockRow(one), setRow(2, one), setRow(3, other)])
    await first.begun
    const joined = lockJoined(other, one)
    const statements = at.engine.dialect.readsBehindItsLocks ? [joined] : [lockRow(one), joined]
    let isThrough = false
    const second = at.other.transact(statements, (answers) => ({ statements: [], result: answers.at(-1) }))
    void second.then(() => (isThrough = true))
    await sleep(QUIET_MS)
    expect(isThrough).to.equal(false)
    await first.end()
    expect(await second).to.deep.equal({ _tag: 'Right', right: [[2, 3]] })
  })

  it('skips rows locked by others on request, with several writers', async () => {
    if (at.engine.dialect.words['skip locked'] === '') return
    const [one, other] = await twoRows(at)
    const first = hold(at.engine, [lockRow(one)])
    await first.begun
    const free = await at.other.transact([lockFree([one, other])], ([rows = []]) => ({
      statements: [],
      result: rows,
    }))
    await first.end()
    expect(free).to.deep.equal({ _tag: 'Right', right: [[other]] })
  })

  it('shares a row lock on request, with several writers', async () => {
    if (at.engine.dialect.words['for share'] === '') return
    const [id] = await twoRows(at)
    const [first, second] = [hold(at.engine, [shareRow(id)]), hold(at.other, [shareRow(id)])]
    await Promise.all([first.begun, second.begun])
    await Promise.all([first.end(), second.end()])
  })

  it('restarts one of two deadlocked transactions, and commits both', async () => {
    const [one, other] = await twoRows(at, 0)
    const met = { count: 0 }
    const work = (engine: Engine, from: string, to: string) =>
      engine.transaction([lockRow(from)], async (_, ask) => {
        met.count += 1
        // Waits until the other one has its first lock, too; if there is one writer at a time, it never gets
        // one.
        for (let waitedMs = 0; met.count < 2 && waitedMs < QUIET_MS; waitedMs += 10) await sleep(10)
        await ask([lockRow(to)])
        return { statements: [addToRow(1, from), addToRow(1, to)], isKept: true, result: undefined }
      })
    const both = await Promise.all([work(at.engine, one, other), work(at.other, other, one)])
    expect(both.map(({ _tag }) => _tag)).to.deep.equal(['Right', 'Right'])
    expect((await at.ask(readBoth([one, other])))[0]).to.deep.equal([
      [one, 2],
      [other, 2],
    ])
  })
}

const reading = (at: EngineUnderTest): void => {
  it('reads committed data without waiting for writers', async () => {
    const [id] = await twoRows(at)
    const open = hold(at.engine, [lockRow(id), setRow(2, id)])
    await open.begun
    expect((await at.ask(readRow(id)))[0]).to.deep.equal([[1]])
    expect(await at.other.read([readRow(id)], 'one')).to.deep.equal({ _tag: 'Right', right: [[[1]]] })
    await open.end()
    expect((await at.ask(readRow(id)))[0]).to.deep.equal([[2]])
  })

  it('reads several statements from one snapshot on request', async () => {
    const [one, other] = await twoRows(at, 50)
    const state = { isOver: false }
    const moving = (async () => {
      for (let time = 0; !state.isOver; time += 1)
        await at.write(addToRow(time % 2 ? 1 : -1, one), addToRow(time % 2 ? -1 : 1, other))
    })()
    try {
      // Many statements, so that a writer can commit between any two.
      const statements = Array.from({ length: 60 }, () => [readRow(one), readRow(other)]).flat()
      for (let time = 0; time < TIMES; time += 1) {
        const read = await at.other.read(statements, 'one')
        const found = (read._tag === 'Right' ? read.right : []).map((rows) => Number(rows[0]?.[0]))
        const [first = 0, second = 0] = found
        expect(first + second).to.equal(100)
        expect(found).to.deep.equal(statements.map((_, place) => (place % 2 === 0 ? first : second)))
      }
    } finally {
      state.isOver = true
      await moving
    }
  })
}

/** Tests concurrent access to the same rows. */
export const meetingSuite = (open: OpenEngine): void => {
  describe('concurrency', function () {
    this.timeout(20_000)
    const at = useEngine(open)
    locking(at)
    reading(at)
  })
}
