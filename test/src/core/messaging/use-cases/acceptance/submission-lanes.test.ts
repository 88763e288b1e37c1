import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import type { SubmissionOutcome } from '@postrider/core/messaging/use-cases/acceptance/acceptance-answer'
import type { PendingSubmission } from '@postrider/core/messaging/use-cases/acceptance/pending-submission'
import { submissionLanes } from '@postrider/core/messaging/use-cases/acceptance/submission-lanes'
import { fresh } from '@postrider/conformance/builders/fresh'
import { manualTime, turn } from '../../../fakes/manual-time.js'

const LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 1_600 }

const accepted: SubmissionOutcome = E.right([])
const spoiled: SubmissionOutcome = E.left({ _tag: 'BatchFailed', cause: 'a row is refused' })
const unavailable: SubmissionOutcome = E.left({ _tag: 'StorageUnavailable', cause: 'lock wait' })

interface Batch {
  readonly organizations: readonly OrganizationId[]
  readonly waits: boolean
}

/** Lanes over transactions that find the accounts of some Organizations locked, and fail for others. */
const someLanes = () => {
  const time = manualTime()
  const emitted: TelemetryEvent[] = []
  const batches: Batch[] = []
  const held = new Set<OrganizationId>()
  const spoiling = new Set<OrganizationId>()
  const release: Array<() => void> = []
  /** The epochs at which the Organizations' catalogs changed, and the reads that this caused. */
  const changed = new Map<OrganizationId, number>()
  /** The duration of each transaction. */
  const takesMs = { value: 0 }
  const renewed: number[] = []
  let reading = Promise.resolve()
  const readSlowly = (): (() => void) => {
    let done = (): void => undefined
    reading = new Promise((resolve) => (done = resolve))
    return done
  }
  const outcomeFor = (organizationId: OrganizationId, waits: boolean): SubmissionOutcome => {
    if (held.has(organizationId)) return waits ? unavailable : 'held'
    return spoiling.has(organizationId) ? spoiled : accepted
  }
  const { submit } = submissionLanes(
    { ...time, telemetry: { emit: (event) => emitted.push(event) } },
    LIMITS,
    async (queued, waits) => {
      const organizations = queued.map(({ pending: { caller } }) => caller.credential.organizationId)
      batches.push({ organizations, waits })
      const { value: forMs } = takesMs
      if (forMs > 0) await new Promise<void>((resolve) => time.timers.after(forMs, resolve))
      if (waits && organizations.some((one) => held.has(one)))
        await new Promise<void>((resolve) => release.push(resolve))
      return queued.map(({ atLeastEpoch }, at) => {
        const one = organizations[at]
        if (one === undefined) throw new Error('a submission has no Organization')
        const epoch = changed.get(one) ?? 0
        return atLeastEpoch < epoch ? { _tag: 'Stale', epoch: atLeastEpoch + 1 } : outcomeFor(one, waits)
      })
    },
    async (pending, epoch) => {
      renewed.push(epoch)
      await reading
      return E.right(pending)
    },
  )
  const send = (organizationId: OrganizationId, items = 1, text = '') =>
    submit({
      caller: { credential: { organizationId } },
      items: Array.from({ length: items }, () => ({ request: { variables: { text } } })),
      receipt: undefined,
    } as unknown as PendingSubmission)
  const shared = () => batches.filter(({ waits }) => !waits)
  const aside = () => batches.filter(({ waits }) => waits)
  const tags = () => emitted.map(({ _tag }) => _tag)
  return {
    time,
    send,
    held,
    spoiling,
    batches,
    shared,
    aside,
    release,
    tags,
    changed,
    renewed,
    readSlowly,
    takesMs,
  }
}

describe('The lanes of submissions', () => {
  it('share a transaction among all Organizations while no account is locked', async () => {
    const { send, batches } = someLanes()
    const [one, other] = [fresh.id('org'), fresh.id('org')]
    expect(await Promise.all([send(one), send(other)])).to.deep.equal([accepted, accepted])
    expect(batches).to.deep.equal([{ organizations: [one, other], waits: false }])
  })

  it('separate an Organization whose account stays locked for 100 ms, while the others continue', async () => {
    const { time, send, held, aside, release, tags } = someLanes()
    const [locked, other] = [fresh.id('org'), fresh.id('org')]
    held.add(locked)
    const waiting = send(locked)
    for (let times = 0; times < 20; times += 1) {
      expect(await send(other)).to.deep.equal(accepted)
      await time.advance(10)
    }
    expect(tags()).to.deep.equal(['OrganizationSetAside'])
    expect(aside()).to.deep.equal([{ organizations: [locked], waits: true }])
    held.delete(locked)
    release.forEach((resolve) => resolve())
    expect(await waiting).to.deep.equal(accepted)
  })

  it('separate an Organization while its other submission is in a shared transaction, and accept both', async () => {
    const { time, send, held, aside, release, takesMs } = someLanes()
    takesMs.value = 2
    const locked = fresh.id('org')
    held.add(locked)
    const waiting = [send(locked), send(locked)]
    for (let times = 0; times < 300; times += 1) await time.advance(1)
    expect(aside()).to.deep.equal([{ organizations: [locked], waits: true }])
    held.delete(locked)
    release.forEach((done) => done())
    for (let times = 0; times < 10; times += 1) await time.advance(1)
    expect(await Promise.all(waiting)).to.deep.equal([accepted, accepted])
  })

  it('share transactions with it again after 10 seconds without a problem', async () => {
    const { time, send, spoiling, shared, aside, tags } = someLanes()
    const one = fresh.id('org')
    spoiling.add(one)
    await send(one)
    await time.advance(9_000)
    await send(one)
    expect(aside()).to.have.length(1)
    spoiling.delete(one)
    await time.advance(9_000)
    await send(one)
    expect(aside()).to.have.length(2)
    await time.advance(2_000)
    expect(tags()).to.deep.equal(['OrganizationSetAside', 'OrganizationRejoined'])
    await send(one)
    expect(shared()).to.have.length(2)
  })

  it('keep an Organization that fails a batch from failing a second one', async () => {
    const { time, send, spoiling, shared, aside } = someLanes()
    const [broken, other] = [fresh.id('org'), fresh.id('org')]
    spoiling.add(broken)
    for (let times = 0; times < 10; times += 1) {
      await Promise.all([send(broken), send(other)])
      await time.advance(1_000)
    }
    expect(shared().filter(({ organizations }) => organizations.includes(broken))).to.have.length(1)
    expect(aside()).to.have.length(9)
  })

  it('let at most three of the separated ones wait in the database at once', async () => {
    const { time, send, held, aside, release } = someLanes()
    const locked = Array.from({ length: 5 }, () => fresh.id('org'))
    locked.forEach((one) => held.add(one))
    const waiting = Promise.all(locked.map((one) => send(one)))
    await time.advance(200)
    expect(aside()).to.have.length(3)
    held.clear()
    release.forEach((resolve) => resolve())
    expect(await waiting).to.deep.equal(locked.map(() => accepted))
  })

  it('refuse what waits for a separated one beyond its share', async () => {
    const { time, send, held, release } = someLanes()
    const locked = fresh.id('org')
    held.add(locked)
    const first = send(locked)
    await time.advance(200)
    const second = send(locked, 200)
    const third = await send(locked, 200)
    expect(E.isLeft(third) && third.left._tag).to.equal('Overloaded')
    held.clear()
    release.forEach((resolve) => resolve())
    await turn()
    release.forEach((resolve) => resolve())
    expect([await first, await second]).to.deep.equal([accepted, accepted])
  })

  it('prepare a stale submission again outside the transactions, in which the others continue', async () => {
    const { send, changed, renewed, readSlowly, batches } = someLanes()
    const [busy, calm] = [fresh.id('org'), fresh.id('org')]
    changed.set(busy, 1)
    const done = readSlowly()
    const waiting = send(busy)
    for (let times = 0; times < 3; times += 1) expect(await send(calm)).to.deep.equal(accepted)
    expect(renewed).to.deep.equal([1])
    expect(batches.flatMap(({ organizations }) => organizations)).to.deep.equal([busy, calm, calm, calm])
    done()
    expect(await waiting).to.deep.equal(accepted)
  })

  it('give a submission that was stale four times its own transaction', async () => {
    const { send, changed, renewed, batches } = someLanes()
    const busy = fresh.id('org')
    changed.set(busy, 4)
    const sent = await Promise.all([send(busy), send(busy)])
    expect(sent).to.deep.equal([accepted, accepted])
    expect(renewed).to.deep.equal([1, 1, 2, 2, 3, 3, 4, 4])
    expect(batches.map(({ organizations }) => organizations.length)).to.deep.equal([2, 2, 2, 2, 1, 1])
  })

  describe('for large submissions', () => {
    const LARGE = 'x'.repeat(70_000)

    it('give each its own transaction, concurrent with that of the others', async () => {
      const { send, batches } = someLanes()
      const [one, other] = [fresh.id('org'), fresh.id('org')]
      await Promise.all([send(one, 1, LARGE), send(other), send(other), send(one, 1, LARGE)])
      expect(batches.map(({ organizations }) => organizations)).to.have.deep.members([
        [one],
        [other, other],
        [one],
      ])
    })

    it('rest nine times as long as one took during other sends, and otherwise not at all', async () => {
      const { time, send, batches, takesMs } = someLanes()
      const [one, other] = [fresh.id('org'), fresh.id('org')]
      takesMs.value = 100
      const sent = [send(one, 1, LARGE), send(one, 1, LARGE)]
      await time.advance(250)
      await Promise.all(sent)
      takesMs.value = 0
      await send(other)
      takesMs.value = 100
      const rested = [send(one, 1, LARGE), send(one, 1, LARGE)]
      const large = () => batches.filter(({ organizations: [first] }) => first === one).length
      await time.advance(800)
      expect(large()).to.equal(2)
      await time.advance(300)
      expect(large()).to.equal(3)
      await time.advance(1_000)
      await Promise.all(rested)
      expect(large()).to.equal(4)
    })
  })
})
