import { expect } from 'chai'
import { addToRow, aKitId, aThing, insertRows, insertThings, lockRow, readRow, setRow } from './kit-tables.js'
import { type EngineUnderTest, type OpenEngine, useEngine } from './open-engine.js'

/** A row with a number, and the statement to read it. */
const aRow = async (at: EngineUnderTest, n = 1) => {
  const id = aKitId()
  await at.write(insertRows([[id, n]]))
  return { id, now: async () => (await at.ask(readRow(id)))[0]?.[0]?.[0] }
}

const thrownBy = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const deciding = (at: EngineUnderTest): void => {
  it('commits what was decided from the gathered data, visible to every process', async () => {
    const { id } = await aRow(at, 7)
    const outcome = await at.engine.transact([lockRow(id)], ([rows = []]) => ({
      statements: [setRow(Number(rows[0]?.[0]) * 6, id)],
      result: 'done',
    }))
    expect(outcome).to.deep.equal({ _tag: 'Right', right: 'done' })
    const elsewhere = await at.other.read([readRow(id)], 'each')
    expect(elsewhere).to.deep.equal({ _tag: 'Right', right: [[[42]]] })
  })

  it('commits nothing without a decision or after an exception, and passes the exception on', async () => {
    const { id, now } = await aRow(at)
    const nothing = await at.engine.transact([lockRow(id)], () => ({ statements: [], result: 0 }))
    expect(nothing).to.deep.equal({ _tag: 'Right', right: 0 })
    const bug = new TypeError('a bug')
    const thrown = await thrownBy(
      at.engine.transaction([setRow(2, id)], async () => {
        throw bug
      }),
    )
    expect(thrown).to.equal(bug)
    expect(await now()).to.equal(1)
  })

  it('returns its own writes within a transaction, and commits or rolls them back by the result', async () => {
    const { id, now } = await aRow(at)
    const work = (isKept: boolean) =>
      at.engine.transaction([setRow(2, id)], async (_, ask) => {
        const [, between = []] = await ask([addToRow(3, id), readRow(id)])
        return { statements: [addToRow(5, id)], isKept, result: between[0]?.[0] }
      })
    expect(await work(false)).to.deep.equal({ _tag: 'Right', right: 5 })
    expect(await now()).to.equal(1)
    expect(await work(true)).to.deep.equal({ _tag: 'Right', right: 5 })
    expect(await now()).to.equal(10)
  })
}

const failing = (at: EngineUnderTest): void => {
  it('recognizes a duplicate key: it decides again, and gives up with everything rolled back', async () => {
    const [{ id, now }, taken] = [await aRow(at), aKitId()]
    await at.write(insertThings([aThing(taken)]))
    let decisions = 0
    const outcome = await at.engine.transact([lockRow(id)], () => {
      decisions += 1
      return { statements: [setRow(2, id), insertThings([aThing(taken)])], result: undefined }
    })
    expect(outcome).to.have.nested.property('left._tag', 'BatchFailed')
    expect(decisions).to.be.greaterThan(1)
    expect(await now()).to.equal(1)
    let isFree = false
    const afresh = await at.engine.transact([lockRow(id)], () => {
      const name = isFree ? aKitId() : taken
      isFree = true
      return {
        statements: [setRow(2, id), insertThings([aThing(aKitId(), { a_name: name })])],
        result: undefined,
      }
    })
    expect(afresh).to.have.property('_tag', 'Right')
    expect(await now()).to.equal(2)
  })

  it("recognizes a violated constraint, and doesn't retry", async () => {
    const { id, now } = await aRow(at)
    const broken: ReadonlyArray<readonly [what: string, row: ReturnType<typeof aThing>]> = [
      ['a check', aThing(aKitId(), { a_small: -1 })],
      ['a type', aThing(aKitId(), { an_integer: 'no number' })],
    ]
    for (const [what, row] of broken) {
      let decisions = 0
      const outcome = await at.engine.transact([], () => {
        decisions += 1
        return { statements: [setRow(2, id), insertThings([row])], result: undefined }
      })
      expect(outcome, what).to.have.nested.property('left._tag', 'BatchFailed')
      expect(decisions, what).to.equal(1)
    }
    expect(await now()).to.equal(1)
  })

  it('commits nothing after an error, even if the caller ignores it', async () => {
    const [{ id, now }, taken] = [await aRow(at), aKitId()]
    await at.write(insertThings([aThing(taken)]))
    const outcome = await at.engine.transaction([setRow(2, id)], async (_, ask) => {
      await ask([insertThings([aThing(taken)])]).catch(() => undefined)
      return { statements: [addToRow(1, id)], isKept: true, result: undefined }
    })
    expect(outcome).to.have.nested.property('left._tag', 'BatchFailed')
    expect(await now()).to.equal(1)
  })

  it('writes all of what was decided before at once, or nothing, and returns which', async () => {
    const [{ id, now }, taken] = [await aRow(at), aKitId()]
    await at.write(insertThings([aThing(taken)]))
    const writing = (thingId: string) => [setRow(2, id), insertThings([aThing(thingId)]), addToRow(1, id)]
    const none = await at.engine.write(writing(taken))
    expect(none).to.deep.equal({ _tag: 'Right', right: undefined })
    expect(await now()).to.equal(1)
    const all = await at.engine.write(writing(aKitId()))
    expect(all).to.deep.equal({ _tag: 'Right', right: [] })
    expect(await now()).to.equal(3)
  })

  it('reads after the commit of such a write, and not if nothing was kept', async () => {
    const [{ id, now }, taken] = [await aRow(at), aKitId()]
    await at.write(insertThings([aThing(taken)]))
    const afterwards = [readRow(id), readRow(aKitId())]
    const none = await at.engine.write([setRow(2, id), insertThings([aThing(taken)])], afterwards)
    expect(none).to.deep.equal({ _tag: 'Right', right: undefined })
    const all = await at.engine.write([setRow(2, id), addToRow(1, id)], afterwards)
    expect(all).to.deep.equal({ _tag: 'Right', right: [[[3]], []] })
    expect(await now()).to.equal(3)
  })

  it('continues after each of these', async () => {
    const { id, now } = await aRow(at)
    await Promise.all(Array.from({ length: 20 }, () => at.write(addToRow(1, id))))
    expect(await now()).to.equal(21)
  })
}

/** Tests which transactions are kept, and the errors of those that aren't. */
export const transactionsSuite = (open: OpenEngine): void => {
  describe('transactions', () => {
    const at = useEngine(open)
    deciding(at)
    failing(at)
  })
}
