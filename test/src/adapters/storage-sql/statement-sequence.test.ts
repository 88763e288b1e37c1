import { expect } from 'chai'
import type { TransactionQuery, Statement } from '@postrider/storage-sql/engine/engine'
import { statement } from '@postrider/storage-sql/engine/template'
import { statementSequenceOf } from '@postrider/storage-sql/units/statement-sequence'

const saying = (what: string): Statement => statement(what)()

const textOf = (given: Statement): string =>
  given.kind === 'filled' ? given.template.pieces.join('?') : given.kind

/** A sequence whose every statement returns its own text, and its round trips. */
const aSequence = () => {
  const ways: Array<readonly string[]> = []
  const ask: TransactionQuery = (statements) => {
    ways.push(statements.map(textOf))
    return Promise.resolve(statements.map((each) => [[textOf(each)]]))
  }
  return { sequence: statementSequenceOf('shared', ask), ways }
}

describe('The statements of a unit', () => {
  it('make one round trip for reads that are requested together, in their order', async () => {
    const { sequence, ways } = aSequence()
    const first = sequence.read([saying('one'), saying('two')])
    sequence.write(saying('three'))
    const second = sequence.read([saying('four')])
    expect(await Promise.all([first, second])).to.deep.equal([[[['one']], [['two']]], [[['four']]]])
    expect(await sequence.read([saying('five')])).to.deep.equal([[['five']]])
    expect(ways).to.deep.equal([['one', 'two', 'three', 'four'], ['five']])
  })

  it('hold writes back until the next read or the end', async () => {
    const { sequence, ways } = aSequence()
    sequence.write(saying('one'))
    await sequence.read([saying('two')])
    sequence.write(saying('three'))
    expect((await sequence.rest()).map(textOf)).to.deep.equal(['three'])
    expect(ways).to.deep.equal([['one', 'two']])
  })

  it('end only after the results of all requests', async () => {
    const { sequence } = aSequence()
    const reading = sequence.read([saying('one')])
    let error: unknown
    await sequence.rest().catch((thrown: unknown) => {
      error = thrown
    })
    expect(error).to.be.instanceOf(Error)
    await reading
  })
})
