import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { Rows, Statement } from '@postrider/storage-sql/engine/engine'
import { readTogether } from '@postrider/storage-sql/engine/read-together'
import { statement } from '@postrider/storage-sql/engine/template'

const FIRST = statement('SELECT epoch FROM catalog_epoch')()
const one = (id: number): Statement => statement('SELECT ?')(id)

/** The values in a statement, as its result. */
const answerTo = (query: Statement): Rows => {
  const values = query.kind === 'filled' ? query.params : query.cells
  return [values.map((value) => (typeof value === 'number' ? value : JSON.stringify(value)))]
}

/** A database that responds when the test lets it. */
const slowly = () => {
  const calls: Array<{
    readonly statements: readonly Statement[]
    readonly answer: (left?: string) => void
  }> = []
  const read = (statements: readonly Statement[]): Promise<E.Either<never, readonly Rows[]>> =>
    new Promise((resolve) => {
      const answer = (left?: string): void =>
        resolve(
          (left === undefined
            ? E.right(statements.map(answerTo))
            : E.left({ _tag: 'StorageUnavailable', cause: left })) as E.Either<never, readonly Rows[]>,
        )
      calls.push({ statements, answer })
    })
  return { calls, read }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('Combined reads', () => {
  it('go to the database at once, in one statement, and each gets its own result', async () => {
    const { calls, read } = slowly()
    const ask = readTogether(read, FIRST)
    const readings = [ask([one(1), one(2)]), ask([one(3)])]
    await turn()
    expect(calls.map(({ statements }) => statements.length)).to.deep.equal([4])
    calls[0]?.answer()
    const answers = await Promise.all(readings)
    const own = answers.map((answer) => (E.isRight(answer) ? answer.right.slice(1) : []))
    expect(own).to.deep.equal([[[[1]], [[2]]], [[[3]]]])
  })

  it('each start after they were requested: a later one waits for a read of its own', async () => {
    const { calls, read } = slowly()
    const ask = readTogether(read, FIRST)
    void ask([one(1)])
    await turn()
    void ask([one(2)])
    await turn()
    expect(calls.map(({ statements }) => statements.slice(1).map(answerTo))).to.deep.equal([[[[1]]], [[[2]]]])
  })

  it('use at most four connections, and those that wait are combined', async () => {
    const { calls, read } = slowly()
    const ask = readTogether(read, FIRST)
    for (let at = 0; at < 7; at += 1) {
      void ask([one(at)])
      await turn()
    }
    expect(calls).to.have.length(4)
    calls[1]?.answer()
    await turn()
    await turn()
    expect(calls[4]?.statements.slice(1).map(answerTo)).to.deep.equal([[[4]], [[5]], [[6]]])
  })

  it('all report that the database is unavailable', async () => {
    const { calls, read } = slowly()
    const ask = readTogether(read, FIRST)
    const readings = [ask([one(1)]), ask([one(2)])]
    await turn()
    calls[0]?.answer('away')
    for (const answer of await Promise.all(readings))
      expect(answer).to.deep.equal(E.left({ _tag: 'StorageUnavailable', cause: 'away' }))
  })

  it("all fail if the read fails, and later ones don't", async () => {
    let isBroken = true
    const ask = readTogether(async (statements) => {
      if (isBroken) throw new Error('broken')
      return E.right(statements.map(answerTo))
    }, FIRST)
    const failed = await Promise.allSettled([ask([one(1)]), ask([one(2)])])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    isBroken = false
    expect(E.isRight(await ask([one(3)]))).to.equal(true)
  })
})
