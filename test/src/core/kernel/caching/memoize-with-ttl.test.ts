import { expect } from 'chai'
import { memoizeWithTtl } from '@postrider/core/kernel/caching/memoize-with-ttl'
import { manualTime, turn } from '../../fakes/manual-time.js'

const asking = () => {
  const time = manualTime()
  const waiting: Array<{ answer(text: string): void; fail(cause: Error): void }> = []
  const ask = () =>
    new Promise<string>((resolve, reject) => void waiting.push({ answer: resolve, fail: reject }))
  return { time, waiting, get: memoizeWithTtl(time.clock, 1_000, ask) }
}

describe('A memoized result', () => {
  it('serves all callers for its lifetime, and is then read again', async () => {
    const { time, waiting, get } = asking()
    const answers = [get(), get()]
    waiting[0]?.answer('first')
    expect(await Promise.all(answers)).to.deep.equal(['first', 'first'])
    await time.advance(999)
    expect(await get()).to.equal('first')
    await time.advance(1)
    const next = get()
    waiting[1]?.answer('second')
    expect(await next).to.equal('second')
    expect(waiting).to.have.length(2)
  })

  it("is read again if the clock was compared with the database's since", async () => {
    const { time, waiting, get } = asking()
    const first = get()
    waiting[0]?.answer('first')
    await first
    await turn()
    await time.advance(-90_000)
    const next = get()
    waiting[1]?.answer('second')
    expect(await next).to.equal('second')
  })

  it("isn't read twice at the same time, even if a read is slow", async () => {
    const { time, waiting, get } = asking()
    void get()
    await time.advance(5_000)
    const late = get()
    expect(waiting).to.have.length(1)
    waiting[0]?.answer('slow')
    expect(await late).to.equal('slow')
    await turn()
    void get()
    expect(waiting).to.have.length(2)
  })

  it("doesn't block the next read when it fails", async () => {
    const { time, waiting, get } = asking()
    const failed = get().catch(({ message }: Error) => message)
    waiting[0]?.fail(new Error('broken'))
    expect(await failed).to.equal('broken')
    await time.advance(1_000)
    const next = get()
    waiting[1]?.answer('fine')
    expect(await next).to.equal('fine')
  })
})
