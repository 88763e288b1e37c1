import { expect } from 'chai'
import type { Offsets } from '@postrider/core/kernel/time/comparison'
import { E } from '@postrider/core/fp'
import { checkReadiness } from '@postrider/core/platform/use-cases/status/check-readiness'
import type { StorageHealth } from '@postrider/core/platform/ports/health-storage'
import { aStorageHealth } from '../../../../builders/a-storage-health.js'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { plainTimekeeping } from '../../../fakes/plain-timekeeping.js'
import { aWorld } from '../../../fakes/world.js'

type Readiness = Awaited<ReturnType<ReturnType<typeof checkReadiness>>>

const spell = ({ status, checks }: Readiness): string =>
  [status, ...checks.filter((one) => one.status !== 'pass').map((one) => `${one.name} ${one.status}`)].join(
    ', ',
  )

describe('Readiness', () => {
  it('passes when storage, durability, migrations, outbox, queue and clock do', async () => {
    const { ports } = aWorld()
    expect(spell(await checkReadiness(ports)())).to.equal('pass')
  })

  it('only warns of an unavailable queue: acceptance needs none', async () => {
    const { ports, queue } = aWorld()
    queue.goAway(true)
    expect(spell(await checkReadiness(ports)())).to.equal('pass, queue warn')
  })

  it("fails when storage is unavailable, and when the outbox can't be read", async () => {
    const { ports, memory } = aWorld()
    memory.faults.plan('health', 'away')
    expect(spell(await checkReadiness(ports)())).to.equal(
      'fail, storage fail, durability fail, migrations fail',
    )
    memory.faults.plan('waitingSince', 'away')
    expect(spell(await checkReadiness(ports)())).to.equal('fail, outbox fail')
  })

  it("fails when storage wouldn't survive a power cut, or migrations are missing", async () => {
    const { ports } = aWorld()
    const health = (given: Partial<StorageHealth>) => ({
      ...ports.storage.health,
      check: () => async () => E.right(aStorageHealth(given)),
    })
    const storageWith = (...of: Parameters<typeof health>) => ({ ...ports.storage, health: health(...of) })
    const risk = { problem: 'no flush', fix: 'Set flush=1.', losesWrites: true }
    const unsafe = checkReadiness({ ...ports, storage: storageWith({ risks: [risk] }) })
    expect(spell(await unsafe())).to.equal('fail, durability fail')
    const allowed = checkReadiness({
      ...ports,
      storage: storageWith({ risks: [risk], allowsUnsafe: true }),
    })
    expect(spell(await allowed())).to.equal('pass, durability warn')
    const slow = { ...risk, losesWrites: false }
    const warned = checkReadiness({ ...ports, storage: storageWith({ risks: [slow] }) })
    expect(spell(await warned())).to.equal('pass, durability warn')
    const { checks } = await warned()
    expect(checks.find(({ name }) => name === 'durability')?.detail).to.equal('no flush. Set flush=1.')
    const behind = checkReadiness({ ...ports, storage: storageWith({ pendingMigrations: ['002'] }) })
    expect(spell(await behind())).to.equal('fail, migrations fail')
    const tooOld = checkReadiness({ ...ports, storage: storageWith({ tooOld: 'install a newer one' }) })
    expect(spell(await tooOld())).to.equal('fail, migrations fail')
    const newer = checkReadiness({ ...ports, storage: storageWith({ newerMigrations: ['003'] }) })
    expect((await newer()).status).to.equal('pass')
  })

  it('fails while the database is held after a restoration', async () => {
    const { ports, time } = aWorld()
    await ports.storage.installation.hold('backup', NOW_MS)()
    expect(spell(await checkReadiness(ports)())).to.equal('fail, restore fail')
    await time.advance(1000)
    const { checks } = await checkReadiness(ports)()
    expect(checks.find(({ name }) => name === 'restore')?.detail).to.equal('the database is on hold: backup')
  })

  it('fails when a message has waited over 10 minutes for the queue, but not for one that only retries', async () => {
    const { ports, memory, time } = aWorld()
    const message = aMessage()
    memory.tables.outbox.set(message.messageId, { message, dueAtMs: NOW_MS, publications: 0 })
    await time.advance(600_000)
    expect(spell(await checkReadiness(ports)())).to.equal('pass')
    await time.advance(1)
    expect(spell(await checkReadiness(ports)())).to.equal('fail, outbox fail')
    memory.tables.outbox.set(message.messageId, { message, dueAtMs: NOW_MS, publications: 1 })
    expect(spell(await checkReadiness(ports)())).to.equal('pass')
  })

  it('warns of clock differences from two seconds on, and fails from ten, or without a comparison', async () => {
    const { ports } = aWorld()
    const apart = (offsets: Offsets) => checkReadiness({ ...ports, timekeeping: plainTimekeeping(offsets) })
    expect(spell(await apart({ machineMs: -1_999, processMs: 1_999 })())).to.equal('pass')
    expect(spell(await apart({ machineMs: 2_000, processMs: 0 })())).to.equal('pass, clock warn')
    expect(spell(await apart({ machineMs: -90_000, processMs: 0 })())).to.equal('fail, clock fail')
    expect(spell(await apart({ machineMs: 0, processMs: 10_000 })())).to.equal('fail, clock fail')
    const never = { ...plainTimekeeping(), last: () => undefined }
    expect(spell(await checkReadiness({ ...ports, timekeeping: never })())).to.equal('fail, clock fail')
  })

  it('reads the database at most once a second', async () => {
    const { ports, memory, time } = aWorld()
    const check = checkReadiness(ports)
    await Promise.all(Array.from({ length: 10 }, check))
    await time.advance(999)
    await check()
    expect(memory.faults.calls('health')).to.equal(1)
    await time.advance(1)
    await check()
    expect(memory.faults.calls('health')).to.equal(2)
  })
})
