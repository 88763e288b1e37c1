import { expect } from 'chai'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import { isolatedBatches, type BatchOutcome } from '@postrider/core/kernel/batching/isolated-batches'
import { fresh } from '@postrider/conformance/builders/fresh'
import { manualTime } from '../../fakes/manual-time.js'

interface Batch {
  readonly items: readonly OrganizationId[]
  readonly aside: OrganizationId | undefined
}

/** Batches of items that are the ids of their Organizations. Some are locked, and some are poison. */
const someBatches = () => {
  const time = manualTime()
  const emitted: TelemetryEvent[] = []
  const batches: Batch[] = []
  const held = new Set<OrganizationId>()
  const spoiling = new Set<OrganizationId>()
  const outcomeOf = (organizationId: OrganizationId): BatchOutcome<string> => {
    if (held.has(organizationId)) return { _tag: 'Held', organizationId }
    return spoiling.has(organizationId)
      ? { _tag: 'Done', answer: 'refused', spoils: organizationId }
      : { _tag: 'Done', answer: 'done' }
  }
  const { submit, idle } = isolatedBatches<OrganizationId, string>(
    { ...time, telemetry: { emit: (event) => emitted.push(event) } },
    {
      batcher: 'settlement',
      lanes: 1,
      maxBatch: 10,
      maxWaiting: 80,
      organizationOf: () => undefined,
      run: async (items, { organizationId, isAside }) => {
        batches.push({ items, aside: organizationId })
        return items.map((one) =>
          organizationId === undefined && isAside(one)
            ? { _tag: 'Held', organizationId: one }
            : outcomeOf(one),
        )
      },
    },
  )
  return { time, emitted, batches, held, spoiling, submit, idle }
}

describe('Batches that isolate Organizations', () => {
  it('share transactions without problems', async () => {
    const { submit, batches } = someBatches()
    const [one, other] = [fresh.id('org'), fresh.id('org')]
    expect(await Promise.all([submit(one), submit(other)])).to.deep.equal([E.right('done'), E.right('done')])
    expect(batches).to.deep.equal([{ items: [one, other], aside: undefined }])
  })

  it('retry a locked item for half a second, and wait for it in a separate lane afterwards', async () => {
    const { time, submit, batches, held, emitted, idle } = someBatches()
    const [locked, other] = [fresh.id('org'), fresh.id('org')]
    held.add(locked)
    let answer: unknown
    void submit(locked).then((done) => (answer = done))
    for (let times = 0; times < 40; times += 1) {
      expect(await submit(other)).to.deep.equal(E.right('done'))
      await time.advance(10)
    }
    expect(batches.filter(({ aside }) => aside !== undefined)).to.deep.equal([])
    await time.advance(500)
    expect(batches.at(-1)).to.deep.equal({ items: [locked], aside: locked })
    expect(answer).to.equal(undefined)
    held.delete(locked)
    await time.advance(500)
    expect(answer).to.deep.equal(E.right('done'))
    await idle()
    expect(emitted.map(({ _tag }) => _tag)).to.deep.equal(['OrganizationSetAside'])
  })

  it('report nothing about a row that is unlocked before they wait for it', async () => {
    const { time, submit, held, emitted, batches } = someBatches()
    const busy = fresh.id('org')
    held.add(busy)
    const waiting = submit(busy)
    await time.advance(465)
    held.delete(busy)
    await time.advance(100)
    expect(await waiting).to.deep.equal(E.right('done'))
    await time.advance(12_000)
    expect(emitted).to.deep.equal([])
    await submit(busy)
    expect(batches.at(-1)?.aside).to.equal(undefined)
  })

  it('let an Organization spoil one shared batch, and report the duration of its isolation', async () => {
    const { time, submit, batches, spoiling, emitted } = someBatches()
    const [broken, other] = [fresh.id('org'), fresh.id('org')]
    spoiling.add(broken)
    await Promise.all([submit(broken), submit(other)])
    await time.advance(5_000)
    await Promise.all([submit(broken), submit(other)])
    expect(batches.filter(({ aside }) => aside === broken)).to.have.length(1)
    spoiling.delete(broken)
    await time.advance(12_000)
    const about = { batcher: 'settlement', organizationId: broken, why: 'batch_failed' }
    expect(emitted).to.deep.equal([
      { _tag: 'OrganizationSetAside', ...about },
      { _tag: 'OrganizationRejoined', ...about, afterMs: 15_000 },
    ])
  })
})
