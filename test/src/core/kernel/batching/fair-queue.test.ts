import { expect } from 'chai'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import { fairQueue } from '@postrider/core/kernel/batching/fair-queue'
import { fresh } from '@postrider/conformance/builders/fresh'

const [asha, bela, chand] = [fresh.id('org'), fresh.id('org'), fresh.id('org')] as const

const aQueue = () => {
  const queue = fairQueue<string>()
  const join = (organizationId: typeof asha, lane: Lane, ...items: readonly string[]) =>
    items.map((item) => queue.join({ lane, organizationId }, item))
  const rest = (): readonly string[] => {
    const item = queue.next()
    return item === undefined ? [] : [item, ...rest()]
  }
  return { queue, join, rest }
}

describe('A fair queue', () => {
  it('serves the entries of one Organization in their order', () => {
    const { join, rest } = aQueue()
    join(asha, 'transactional', 'a1', 'a2', 'a3')
    expect(rest()).to.deep.equal(['a1', 'a2', 'a3'])
  })

  it('lets Organizations take turns, even if one of them has many entries', () => {
    const { join, rest } = aQueue()
    join(asha, 'transactional', 'a1', 'a2', 'a3', 'a4')
    join(bela, 'transactional', 'b1', 'b2')
    join(chand, 'transactional', 'c1')
    expect(rest()).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('gives a late Organization a turn before any other has a second one', () => {
    const { queue, join, rest } = aQueue()
    join(asha, 'promotional', ...Array.from({ length: 1_000 }, (_, at) => `a${at}`))
    expect(queue.next()).to.equal('a0')
    join(bela, 'promotional', 'b1')
    expect([queue.next(), queue.next()]).to.deep.equal(['a1', 'b1'])
    expect(rest()).to.have.length(998)
  })

  it('puts an Organization that had a turn behind the waiting ones', () => {
    const { queue, join, rest } = aQueue()
    join(asha, 'otp', 'a1')
    join(bela, 'otp', 'b1', 'b2')
    expect(queue.next()).to.equal('a1')
    join(asha, 'otp', 'a2')
    expect(rest()).to.deep.equal(['b1', 'a2', 'b2'])
  })

  it('serves the most urgent lane first, even if others wait longer', () => {
    const { queue, join, rest } = aQueue()
    join(asha, 'promotional', 'a promotional')
    join(asha, 'transactional', 'a transactional')
    join(bela, 'promotional', 'b promotional')
    join(bela, 'otp', 'b otp 1', 'b otp 2')
    expect([queue.next(), queue.next()]).to.deep.equal(['b otp 1', 'b otp 2'])
    join(asha, 'otp', 'a otp')
    expect(rest()).to.deep.equal(['a otp', 'a transactional', 'a promotional', 'b promotional'])
  })

  it('removes exactly the entries that leave it', () => {
    const { join, rest } = aQueue()
    const [, leave] = join(asha, 'otp', 'same', 'same', 'a3')
    const [leaveAlone] = join(bela, 'otp', 'b1')
    leave?.()
    leaveAlone?.()
    leave?.()
    expect(rest()).to.deep.equal(['same', 'a3'])
    join(bela, 'otp', 'b2')
    leaveAlone?.()
    expect(rest()).to.deep.equal(['b2'])
  })

  it('is empty after all entries had a turn', () => {
    const { queue, join, rest } = aQueue()
    expect(queue.next()).to.equal(undefined)
    join(asha, 'otp', 'a1')
    rest()
    expect(queue.next()).to.equal(undefined)
  })
})
