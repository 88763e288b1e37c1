import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { setTimeout as sleep } from 'node:timers/promises'
import { migratedDatabase } from '../../adapters/storage-sql/migrated-databases.js'
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.js'
import type { TestDatabase } from '../../servers/test-database.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { type Answered, type SendingClients, startClients } from './sending-clients.js'

const CLIENTS = 300
const MOST_WAITING = 200
/** Longer than a busy machine takes for an answer that waits for nothing. */
const NOTICEABLE_MS = 1_000
const OUTAGE_MS = 8_000
/** On average. Without growth each would ask six times. */
const MOST_ASKED = 5

/** The most requests that waited at once, looked at while the work goes on. */
const mostWaiting = async (groups: () => readonly SendingClients[], untilMs: number): Promise<number> => {
  let most = 0
  while (performance.now() < untilMs) {
    most = Math.max(
      most,
      groups().reduce((sum, group) => sum + group.waiting(NOTICEABLE_MS), 0),
    )
    await sleep(50)
  }
  return most
}

describe('A host whose MariaDB does not answer', function () {
  this.timeout(60_000)
  let database: TestDatabase
  let proxy: FaultProxy
  let http: HttpFixture
  let groups: SendingClients[] = []

  beforeEach(async () => {
    database = await migratedDatabase()
    proxy = await startFaultProxy(database.url)
    http = await openHttpFixture({}, { storageUrl: proxy.url })
  })
  afterEach(async () => {
    await proxy.heal()
    await Promise.all(groups.map((group) => group.stop()))
    groups = []
    await http.close()
    await proxy.stop()
    await database.drop()
  })

  const start = (count: number, obey: boolean): SendingClients => {
    const group = startClients(http.port, http.mine, { count, obey })
    groups.push(group)
    return group
  }
  const answers = (): readonly Answered[] => groups.flatMap((group) => group.answers)
  const refusals = (): readonly Answered[] => answers().filter(({ status }) => status === 503)
  const served = (afterMs: number, withinMs?: number): Promise<void> =>
    eventually(
      'messages are accepted',
      () => answers().some(({ status, atMs }) => status === 202 && atMs > afterMs),
      withinMs,
    )
  const healAndServe = async (): Promise<void> => {
    await proxy.heal()
    await served(performance.now(), 1_000)
  }
  const refuse = (): void => {
    proxy.refuseNew()
    proxy.cut()
  }

  it('keeps at most 200 requests waiting if it accepts connections and is silent', async () => {
    start(MOST_WAITING / 2, false)
    await served(0)
    proxy.blackhole()
    await sleep(3_500)
    const atMs = performance.now()
    const others = start(CLIENTS, false)
    await eventually('those that may not wait are refused', () => others.answers.length > 0, 1_000)
    const most = await mostWaiting(() => groups, atMs + OUTAGE_MS)
    expect(most).to.be.within(MOST_WAITING / 2, MOST_WAITING)
    expect(refusals().every(({ retryAfter = 0 }) => retryAfter >= 1)).to.equal(true)
    await healAndServe()
  })

  it('has clients come later and later if it refuses connections', async () => {
    start(CLIENTS, false)
    await served(0)
    refuse()
    await eventually('the first 503', () => refusals().length > 0)
    // Those that waited before it was known get their answers when their own time is over.
    await sleep(3_000)
    const most = await mostWaiting(() => groups, performance.now() + OUTAGE_MS - 3_000)
    expect(most).to.be.at.most(MOST_WAITING)
    const waits = refusals().map(({ retryAfter = Number.NaN }) => retryAfter)
    expect(waits.every((seconds) => seconds >= 1 && seconds <= 30)).to.equal(true)
    expect(Math.max(...waits.slice(0, 50))).to.be.at.most(2)
    expect(Math.min(...waits.slice(-50))).to.be.at.least(3)
    expect(new Set(waits.slice(-50)).size).to.be.greaterThan(1)
    await healAndServe()
  })

  it('answers each client that waits as long as it is told only a few times', async () => {
    start(CLIENTS, true)
    await served(0)
    refuse()
    await sleep(OUTAGE_MS)
    expect(refusals().length).to.be.within(CLIENTS, CLIENTS * MOST_ASKED)
    await healAndServe()
  })
})
