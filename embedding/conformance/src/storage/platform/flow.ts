import { expect } from 'chai'
import type { FlowCount } from '@postrider/core/platform/domain/flow/flow'
import { stepStart } from '@postrider/core/platform/domain/flow/roll-up'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { FlowQuery } from '@postrider/core/platform/ports/flow-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { right } from '../../outcome.js'
import { acceptPaid } from '../messaging/accepting.js'
import { numberAll } from '../feed/following.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages } from '../messaging/settling.js'

/** Counts all changes of the feed; returns their number. */
const rollUpAll = async (storage: Storage, limit = 100): Promise<number> => {
  let rolled = 0
  for (;;) {
    const counted = await right(storage.flow.rollUp(limit))
    if (counted === 0) return rolled
    rolled += counted
  }
}

/** A range around the time of the database's clock, which includes the hours of a test. */
const lately = async ({ health }: Storage) => {
  const nowMs = await right(health.time())
  return { nowMs, fromMs: stepStart('hour', nowMs - DAY_MS), toMs: nowMs + HOUR_MS }
}

const readFlow = async (storage: Storage, query: Partial<FlowQuery> = {}) => {
  const { fromMs, toMs } = await lately(storage)
  return right(storage.flow.read({ step: 'minute', organizationId: undefined, fromMs, toMs, ...query }))
}

/** The count of a state, with its cost. */
const countedAs = async (
  storage: Storage,
  state: FlowCount['state'],
  query: Partial<FlowQuery> = {},
): Promise<readonly [count: number, amountMinor: number]> => {
  const { entries } = await readFlow(storage, query)
  const counts = entries.flatMap(({ flow }) => flow.counts).filter((one) => one.state === state)
  return [
    counts.reduce((sum, { count }) => sum + count, 0),
    counts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  ]
}

const counting = (at: StorageUnderTest): void => {
  const hoursOf = (organizationId: OrganizationId | undefined): Partial<FlowQuery> => ({
    step: 'hour',
    organizationId,
  })

  it('is empty before anything happened', async () => {
    expect(await rollUpAll(at.storage)).to.equal(0)
    const { entries, gaps } = await readFlow(at.storage)
    expect({ entries, gaps }).to.deep.equal({ entries: [], gaps: [] })
  })

  it('counts messages by state, for the platform by minute and hour, for Organizations by hour', async () => {
    const first = (await acceptPaid(at.storage)).message
    const { organizationId } = first
    const second = (await acceptPaid(at.storage, { organizationId })).message
    const other = (await acceptPaid(at.storage)).message
    await right(endMessages(at.storage, [second.messageId], 'release', second.acceptedAtMs + 5))
    await numberAll(at.storage)
    await rollUpAll(at.storage)
    const cost = first.charge.amountMinor
    expect(other.charge.amountMinor).to.equal(cost)
    expect(await countedAs(at.storage, 'ACCEPTED')).to.deep.equal([3, 3 * cost])
    expect(await countedAs(at.storage, 'ACCEPTED', hoursOf(undefined))).to.deep.equal([3, 3 * cost])
    expect(await countedAs(at.storage, 'ACCEPTED', hoursOf(organizationId))).to.deep.equal([2, 2 * cost])
    expect(await countedAs(at.storage, 'EXPIRED', hoursOf(organizationId))).to.deep.equal([1, cost])
    expect(await countedAs(at.storage, 'EXPIRED', hoursOf(other.organizationId))).to.deep.equal([0, 0])
    const { entries } = await readFlow(at.storage)
    const counts = entries.flatMap(({ flow }) => flow.counts)
    const failed = counts.filter(({ failureCode }) => failureCode !== undefined)
    expect(failed.map(({ failureCode, lane, channel }) => [failureCode, lane, channel])).to.deep.equal([
      ['validity_expired', second.lane, second.channel],
    ])
  })

  it('stores how long messages took until a provider had them', async () => {
    const { messageId, acceptedAtMs, lane } = (await acceptPaid(at.storage)).message
    await right(endMessages(at.storage, [messageId], 'settlement', acceptedAtMs + 1_000))
    await numberAll(at.storage)
    await rollUpAll(at.storage)
    const { entries } = await readFlow(at.storage)
    const steps = entries.flatMap(({ flow }) => flow.ages)
    // 1.25 to the power of 31 is 1009.7.
    expect(steps).to.deep.equal([{ lane, ages: { 31: 1 } }])
  })

  it('returns the end of the counted time, and no entries of another time', async () => {
    await acceptPaid(at.storage)
    await numberAll(at.storage)
    await rollUpAll(at.storage)
    const { nowMs } = await lately(at.storage)
    const { untilMs, entries } = await readFlow(at.storage)
    expect(untilMs).to.be.lessThanOrEqual(nowMs)
    const [entry] = entries
    if (entry === undefined) throw new Error('nothing was counted')
    const { startMs } = entry
    expect((await readFlow(at.storage, { fromMs: startMs, toMs: startMs })).entries).to.deep.equal([])
    expect((await readFlow(at.storage, { fromMs: startMs, toMs: startMs + 1 })).entries).to.deep.equal([
      entry,
    ])
    expect((await readFlow(at.storage, { fromMs: startMs + 1 })).entries).to.not.deep.include(entry)
  })
}

const exactness = (at: StorageUnderTest): void => {
  it('counts each change once, for any number of concurrent sequencers and any portions', async () => {
    const MESSAGES = 40
    for (let turn = 0; turn < MESSAGES; turn += 1) await acceptPaid(at.storage)
    await numberAll(at.storage)
    const sequencers = [at.storage, await at.another(), await at.another()]
    await Promise.all(sequencers.map((storage) => rollUpAll(storage, 3)))
    await rollUpAll(at.storage)
    expect((await countedAs(at.storage, 'ACCEPTED'))[0]).to.equal(MESSAGES)
    expect((await countedAs(at.storage, 'ACCEPTED', { step: 'hour' }))[0]).to.equal(MESSAGES)
  })

  it('reports a time in which changes may be missing', async () => {
    await acceptPaid(at.storage)
    await numberAll(at.storage)
    await rollUpAll(at.storage)
    expect((await readFlow(at.storage)).gaps).to.deep.equal([])
    await right(at.storage.feed.reset())
    await acceptPaid(at.storage)
    await numberAll(at.storage)
    await rollUpAll(at.storage)
    const { nowMs } = await lately(at.storage)
    const { gaps } = await readFlow(at.storage)
    expect(gaps).to.have.length(1)
    expect(gaps[0]?.fromMs).to.be.lessThan(nowMs - HOUR_MS)
    expect(gaps[0]?.toMs).to.be.lessThanOrEqual(nowMs)
    expect((await countedAs(at.storage, 'ACCEPTED'))[0]).to.equal(2)
    const later = { fromMs: nowMs + 1, toMs: nowMs + HOUR_MS }
    expect((await readFlow(at.storage, later)).gaps).to.deep.equal([])
  })

  it('has counted what the feed deletes', async () => {
    await acceptPaid(at.storage)
    await numberAll(at.storage)
    const { nowMs } = await lately(at.storage)
    const all = { beforeMs: nowMs + HOUR_MS, mostBytes: 0 }
    await rollUpAll(at.storage)
    await acceptPaid(at.storage)
    await numberAll(at.storage)
    await right(at.storage.feed.purge(all, 100))
    await rollUpAll(at.storage)
    expect((await countedAs(at.storage, 'ACCEPTED'))[0]).to.equal(2)
  })

  it('deletes exactly the old minutes and hours', async () => {
    await acceptPaid(at.storage)
    await numberAll(at.storage)
    await rollUpAll(at.storage)
    const { nowMs } = await lately(at.storage)
    const kept = { minutesBeforeMs: nowMs - DAY_MS, hoursBeforeMs: nowMs - DAY_MS }
    expect(await right(at.storage.flow.purge(kept, 100))).to.equal(0)
    const beyond = nowMs + HOUR_MS
    await right(at.storage.flow.purge({ ...kept, minutesBeforeMs: beyond }, 100))
    expect((await readFlow(at.storage)).entries).to.deep.equal([])
    expect((await readFlow(at.storage, { step: 'hour' })).entries).to.have.length(1)
    await right(at.storage.flow.purge({ minutesBeforeMs: beyond, hoursBeforeMs: beyond }, 100))
    expect((await readFlow(at.storage, { step: 'hour' })).entries).to.deep.equal([])
  })
}

/** Tests the message flow, counted from the feed. */
export const flowSuite = (open: OpenStorage): void => {
  describe('the flow', () => {
    const at = useStorage(open, 'test')
    counting(at)
    exactness(at)
  })
}
