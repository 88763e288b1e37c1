import { expect } from 'chai'
import type { Lane } from '@postrider/core/domain/channels/lane'
import { relayDue } from '@postrider/core/use-cases/dispatch/relay'
import { aMessage } from '../../../builders/a-message.js'
import { NOW_MS } from '../../../builders/fresh.js'
import { aWorld } from '../../fakes/world.js'

const HORIZON_MS = 60_000

const aRelay = () => {
  const world = aWorld()
  const relay = relayDue({ ...world.ports, relay: { batch: 3, horizonMs: HORIZON_MS, backlog: 10 } })
  const list = (lane: Lane, count: number) =>
    Array.from({ length: count }, () => {
      const message = aMessage({ lane })
      world.memory.tables.outbox.set(message.messageId, { message, dueAtMs: NOW_MS, publications: 0 })
      return message.messageId
    })
  const publishedIds = () => world.queue.published.map(({ messageId }) => messageId)
  return { ...world, ...world.memory, relay, list, publishedIds }
}

describe('The relay', () => {
  it('publishes what is due, the most urgent lane first, and says whether more is due', async () => {
    const { relay, list, queue } = aRelay()
    list('promotional', 4)
    list('transactional', 1)
    list('otp', 2)
    expect(await relay()).to.deep.equal({ published: 6, more: true })
    expect(queue.published.map(({ lane }) => lane)).to.deep.equal([
      'otp',
      'otp',
      'transactional',
      'promotional',
      'promotional',
      'promotional',
    ])
    expect(await relay()).to.deep.equal({ published: 1, more: false })
    expect(await relay()).to.deep.equal({ published: 0, more: false })
  })

  it('publishes again at the horizon what nobody has dealt with', async () => {
    const { relay, list, publishedIds, time } = aRelay()
    const [one] = list('otp', 1)
    await relay()
    await time.advance(HORIZON_MS - 1)
    await relay()
    expect(publishedIds()).to.have.length(1)
    await time.advance(1)
    await relay()
    expect(publishedIds()).to.deep.equal([one, one])
  })

  it('makes what the queue did not confirm due at once', async () => {
    const { relay, list, queue, tables, happened } = aRelay()
    const [lost, kept] = list('otp', 2)
    if (lost === undefined || kept === undefined) throw new Error('two were listed')
    queue.lose(lost)
    expect(await relay()).to.deep.equal({ published: 1, more: false })
    expect(tables.outbox.get(lost)).to.include({ dueAtMs: NOW_MS, publications: 0 })
    expect(tables.outbox.get(kept)?.dueAtMs).to.equal(NOW_MS + HORIZON_MS)
    expect(happened).to.deep.include({ _tag: 'Relayed', lane: 'otp', confirmed: 1, failed: 1 })
  })

  it('makes everything due at once while the queue is away, and says so', async () => {
    const { relay, list, queue, tables, happened } = aRelay()
    list('otp', 3)
    queue.goAway(true)
    expect(await relay()).to.deep.equal({ published: 0, more: false })
    expect([...tables.outbox.values()].map(({ dueAtMs }) => dueAtMs)).to.deep.equal(Array(3).fill(NOW_MS))
    expect(happened).to.deep.include({ _tag: 'Trouble', where: 'queue', cause: 'the fake is away' })
    queue.goAway(false)
    expect((await relay()).published).to.equal(3)
  })

  it('publishes nothing a second time while its lane is long, but fresh messages at any length', async () => {
    const { relay, list, queue, publishedIds, time } = aRelay()
    const old = list('otp', 2)
    await relay()
    await time.advance(HORIZON_MS)
    queue.pretendDepth(10)
    const fresh = list('otp', 1)
    await relay()
    expect(publishedIds()).to.deep.equal([...old, ...fresh])
    queue.pretendDepth(9)
    await time.advance(HORIZON_MS)
    await relay()
    expect(publishedIds().slice(3)).to.have.members([...old, ...fresh])
  })

  it('looks on behind a batch that may not be published again', async () => {
    const { relay, list, queue, time } = aRelay()
    list('otp', 3)
    await relay()
    await time.advance(HORIZON_MS)
    queue.pretendDepth(10)
    list('otp', 1)
    expect(await relay()).to.deep.equal({ published: 0, more: true })
    expect((await relay()).published).to.equal(1)
  })

  it('resolves although storage is away', async () => {
    const { relay, list, faults, happened } = aRelay()
    list('otp', 1)
    faults.plan('takeDue', 'away')
    expect(await relay()).to.deep.equal({ published: 0, more: false })
    expect(happened).to.deep.include({ _tag: 'Trouble', where: 'relay', cause: 'the fake is away' })
    expect((await relay()).published).to.equal(1)
  })

  it('leaves what it could not make due again to the horizon', async () => {
    const { relay, list, queue, faults, time } = aRelay()
    list('otp', 1)
    queue.goAway(true)
    faults.plan('makeDue', 'away')
    await relay()
    queue.goAway(false)
    expect((await relay()).published).to.equal(0)
    await time.advance(HORIZON_MS)
    expect((await relay()).published).to.equal(1)
  })
})
