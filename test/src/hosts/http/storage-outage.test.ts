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
const OUTAGE_MS = 8_000
/** On average. Without backoff, each client would ask six times. */
const MOST_REQUESTS = 5

/** Less than a second on an idle machine; the rest is for a busy one. */
const SERVED_AGAIN_MS = 4_000

/** Counts the calls of use cases that wait for storage. */
const countWaiting = () => {
  let waiting = 0
  const counted =
    <Arguments extends readonly unknown[], Answer>(useCase: (...given: Arguments) => () => Promise<Answer>) =>
    (...given: Arguments) =>
    async (): Promise<Answer> => {
      waiting += 1
      try {
        return await useCase(...given)()
      } finally {
        waiting -= 1
      }
    }
  return { counted, waiting: (): number => waiting }
}

describe("A host whose MariaDB doesn't respond", () => {
  let database: TestDatabase
  let proxy: FaultProxy
  let http: HttpFixture
  let port: number
  let waiting: () => number
  let groups: SendingClients[] = []

  beforeEach(async () => {
    database = await migratedDatabase()
    proxy = await startFaultProxy(database.url)
    http = await openHttpFixture({}, { storageUrl: proxy.url })
    const calls = countWaiting()
    waiting = calls.waiting
    const { authenticate, acceptMessage } = http.postrider
    const postrider = {
      ...http.postrider,
      authenticate: calls.counted(authenticate),
      acceptMessage: calls.counted(acceptMessage),
    }
    ;({ port } = await http.openHost({ postrider }))
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
    const group = startClients(port, http.mine, { count, obey })
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
    await served(performance.now(), SERVED_AGAIN_MS)
  }
  /** The highest number of waiting calls until this time. */
  const mostWaiting = async (untilMs: number): Promise<number> => {
    let most = 0
    while (performance.now() < untilMs) {
      most = Math.max(most, waiting())
      await sleep(10)
    }
    return most
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
    const others = start(CLIENTS, false)
    expect(await mostWaiting(performance.now() + OUTAGE_MS)).to.be.within(MOST_WAITING / 2, MOST_WAITING)
    expect(new Set(others.answers.map(({ status }) => status))).to.deep.equal(new Set([503]))
    expect(refusals().every(({ retryAfter = 0 }) => retryAfter >= 1)).to.equal(true)
    await healAndServe()
  })

  it('makes clients retry later and later if it refuses connections', async () => {
    start(CLIENTS, false)
    await served(0)
    refuse()
    await eventually('the first 503', () => refusals().length > 0)
    // Requests that waited before the outage was detected get their responses after their own timeout.
    await sleep(3_000)
    expect(await mostWaiting(performance.now() + OUTAGE_MS - 3_000)).to.be.within(1, MOST_WAITING)
    const waits = refusals().map(({ retryAfter = Number.NaN }) => retryAfter)
    expect(waits.every((seconds) => seconds >= 1 && seconds <= 30)).to.equal(true)
    expect(Math.max(...waits.slice(0, 50))).to.be.at.most(2)
    expect(Math.min(...waits.slice(-50))).to.be.at.least(3)
    expect(new Set(waits.slice(-50)).size).to.be.greaterThan(1)
    await healAndServe()
  })

  it('responds only a few times to each client that waits as told', async () => {
    start(CLIENTS, true)
    await served(0)
    refuse()
    await sleep(OUTAGE_MS)
    expect(refusals().length).to.be.within(CLIENTS, CLIENTS * MOST_REQUESTS)
    await healAndServe()
  })
})
