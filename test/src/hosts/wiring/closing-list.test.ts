import { expect } from 'chai'
import { createClosingList } from '@postrider/wiring/closing-list'

describe('The closing list', () => {
  it('closes in reverse order, one after another, each once', async () => {
    const closed: number[] = []
    const list = createClosingList()
    for (const number of [1, 2, 3]) {
      list.opened({
        close: async () => {
          await Promise.resolve()
          closed.push(number)
        },
      })
    }
    await list.close()
    await list.close()
    expect(closed).to.deep.equal([3, 2, 1])
  })

  it('continues after a failure, and reports it at the end', async () => {
    const closed: number[] = []
    const list = createClosingList()
    list.opened({ close: async () => void closed.push(1) })
    list.opened({ close: () => Promise.reject(new Error('stuck')) })
    const outcome = await list.close().catch((cause: unknown) => cause)
    expect(outcome).to.be.instanceOf(Error).with.property('message', 'stuck')
    expect(closed).to.deep.equal([1])
  })
})
