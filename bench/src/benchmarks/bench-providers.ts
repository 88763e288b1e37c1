import knexLibrary, { type Knex } from 'knex'
import { BACKLOG_CONNECTIONS, countRows, fillBacklog, untilNone } from './backlog.js'
import { type BenchSmsc, type SmscCount, startBenchSmsc } from './bench-smsc.js'
import { benchCallbacks, CALLBACK_BACKLOG } from './bench-callbacks.js'
import { type BenchRun, variantOf } from './bench-run.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'
import type { SmscAccount, Variant } from './variant.js'

/** Messages of a leg at full speed, of one with latency, and of one with a rate limit. */
const [FAST, LATE, RATED] = [8_000, 2_500, 1_500]
const WINDOW = 100
const [LATENCY_MS, LATE_WINDOW] = [50, 10]
const RATE = 100
/**
 * One second's rate plus a burst of the same size. Messages are counted on arrival, and some bunch up on
 * their way.
 */
const MOST_ARRIVED = 2 * RATE * 1.02
const RECEIPTS = 100_000
const MOST_GROWTH_MIB = 32

/** A metric with its expected value. */
type Row = readonly [string, string, string, string]

const row = (what: string, value: string, wanted: string, holds: boolean): Row => [
  what,
  value,
  wanted,
  holds ? 'holds' : 'BROKEN',
]

interface Stage {
  readonly server: ServerProcess
  readonly variant: Variant
  readonly knex: Knex
}

/** A database of its own, filled with unsent messages. */
const withBacklog = async <A>(
  run: BenchRun,
  messages: number,
  smsc: SmscAccount | undefined,
  play: (stage: Stage) => Promise<A>,
): Promise<A> => {
  say(`${figure(messages)} messages to ${smsc === undefined ? 'the prompt provider' : 'an SMSC'}`)
  const choice = { name: 'providers', acceptance: 'real' as const, engine: 'MariaDB' as const, tenants: 1 }
  const { drop, ...variant } = await variantOf(run, {
    ...choice,
    ...(smsc === undefined ? {} : { smsc }),
  })
  const server = await startServer(variant)
  const knex = knexLibrary({ client: 'mysql2', connection: variant.storageUrl })
  try {
    await fillBacklog(server, messages, knex, 'providers')
    return await play({ server, variant, knex })
  } finally {
    await knex.destroy()
    await server.stop()
    await drop()
  }
}

const startDispatchers = (variant: Variant, count: number): Promise<readonly ServerProcess[]> =>
  Promise.all(
    Array.from({ length: count }, () => startServer({ ...variant, role: 'dispatcher', tenants: 0 })),
  )

const stopAll = async (servers: readonly ServerProcess[]): Promise<void> =>
  void (await Promise.all(servers.map((server) => server.stop())))

const undelivered = (knex: Knex) => async (): Promise<number> =>
  (await countRows(knex, 'messages')) - (await countRows(knex, 'messages', { state: 'DELIVERED' }))

/** The processing rate per second of a remaining number, until it is zero. */
const rateOf = async (left: () => Promise<number>): Promise<number> => {
  const beganMs = performance.now()
  const first = await left()
  await untilNone(left)
  return (first * 1_000) / (performance.now() - beganMs)
}

/** Messages per second through the prompt provider, which accepts everything at once and reports nothing. */
const prompt = (run: BenchRun): Promise<number> =>
  withBacklog(run, FAST, undefined, async ({ variant, knex }) => {
    const servers = await startDispatchers(variant, 1)
    const perSecond = await rateOf(() => countRows(knex, 'outbox'))
    await stopAll(servers)
    return perSecond
  })

const untilReported = async (smsc: BenchSmsc, receipts: number): Promise<void> =>
  untilNone(async () => Math.max(0, receipts - (await smsc.taken()).reported))

/**
 * Messages per second to an SMSC on loopback with every delivery report stored and applied, and the memory
 * growth over many more delivery reports.
 */
const overSmpp = async (run: BenchRun) => {
  const smsc = await startBenchSmsc(0)
  try {
    return await withBacklog(run, FAST, { port: smsc.port, window: WINDOW }, async ({ variant, knex }) => {
      const messages = await countRows(knex, 'messages')
      const [dispatcher, ...others] = await startDispatchers(variant, 1)
      if (dispatcher === undefined) throw new Error('there is no dispatcher')
      const perSecond = await rateOf(undelivered(knex))
      const before = await dispatcher.memory()
      const againMs = performance.now()
      const rounds = Math.ceil(RECEIPTS / messages)
      for (let round = 1; round <= rounds; round += 1) {
        await smsc.again()
        await untilReported(smsc, messages * (round + 1))
      }
      const receiptsPerSecond = (messages * rounds * 1_000) / (performance.now() - againMs)
      const after = await dispatcher.memory()
      await stopAll([dispatcher, ...others])
      const growthMiB = (after.liveBytes - before.liveBytes) / 2 ** 20
      return { perSecond, receipts: messages * rounds, receiptsPerSecond, growthMiB }
    })
  } finally {
    await smsc.stop()
  }
}

/** The messages that an SMSC received from this number of dispatchers, until it had a whole backlog. */
const handedOver = async (
  run: BenchRun,
  messages: number,
  latencyMs: number,
  account: Omit<SmscAccount, 'port'>,
  dispatchers: number,
): Promise<SmscCount> => {
  say(`an SMSC that takes ${latencyMs} ms for each, and its dispatchers: ${dispatchers}`)
  const smsc = await startBenchSmsc(latencyMs)
  try {
    return await withBacklog(run, messages, { port: smsc.port, ...account }, async ({ variant, knex }) => {
      const servers = await startDispatchers(variant, dispatchers)
      await untilNone(undelivered(knex))
      await stopAll(servers)
      return smsc.taken()
    })
  } finally {
    await smsc.stop()
  }
}

/** The average rate per second, and the rate of the busiest second. */
const paceOf = ({ submittedAtMs }: SmscCount) => {
  const [first = 0] = submittedAtMs
  const seconds = ((submittedAtMs.at(-1) ?? 0) - first) / 1_000
  let [from, most] = [0, 0]
  submittedAtMs.forEach((atMs, at) => {
    while ((submittedAtMs[from] ?? 0) <= atMs - 1_000) from += 1
    most = Math.max(most, at - from + 1)
  })
  return { average: (submittedAtMs.length - 1) / seconds, most }
}

/** Compares callbacks with acceptances, for messages that the prompt provider accepted. */
const overCallbacks = (run: BenchRun) =>
  withBacklog(run, CALLBACK_BACKLOG, undefined, async ({ server, variant, knex }) => {
    const dispatchers = await startDispatchers(variant, 1)
    await untilNone(() => countRows(knex, 'outbox'))
    await stopAll(dispatchers)
    return benchCallbacks({ server, knex })
  })

/**
 * Dispatch through real sessions with delivery reports, each part compared with its counterpart, in one run.
 */
export const benchProviders = async (run: BenchRun): Promise<void> => {
  const plain = await prompt(run)
  const smpp = await overSmpp(run)
  const slow = await handedOver(run, LATE, LATENCY_MS, { window: LATE_WINDOW }, 1)
  const late = paceOf(slow)
  const rated = paceOf(await handedOver(run, RATED, 0, { window: WINDOW, ratePerSecond: RATE }, 2))
  const beside = await overCallbacks(run)
  const possible = (LATE_WINDOW * 1_000) / slow.latencyMs
  const ratio = smpp.perSecond / plain
  printTable(
    `Providers, ${BACKLOG_CONNECTIONS} connections accepted what is sent; from when a dispatcher is ready`,
    ['', 'figure', 'wanted', ''],
    [
      row('the prompt provider, messages/s', figure(plain), '', true),
      row(`SMPP, window ${WINDOW}, until delivered, messages/s`, figure(smpp.perSecond), '', true),
      row('SMPP / the prompt provider', figure(ratio, 2), 'at least 0.5', ratio >= 0.5),
      row(
        `SMPP, ${figure(slow.latencyMs, 1)} ms each, window ${LATE_WINDOW}, messages/s`,
        figure(late.average, 1),
        `at least ${figure(0.9 * possible)}`,
        late.average >= 0.9 * possible,
      ),
      row(
        `SMPP, rate ${RATE}, two dispatchers: average a second`,
        figure(rated.average, 1),
        `at least ${0.95 * RATE}`,
        rated.average >= 0.95 * RATE,
      ),
      row(
        `SMPP, rate ${RATE}, two dispatchers: busiest second`,
        figure(rated.most),
        `at most ${MOST_ARRIVED}`,
        rated.most <= MOST_ARRIVED,
      ),
      row(
        `receipts that came again, of ${figure(smpp.receipts)}, a second`,
        figure(smpp.receiptsPerSecond),
        '',
        true,
      ),
      row(
        'memory in use after them beside before, MiB',
        figure(smpp.growthMiB, 1),
        `at most ${MOST_GROWTH_MIB}`,
        smpp.growthMiB <= MOST_GROWTH_MIB,
      ),
      row('accepted over HTTP, messages/s', figure(beside.accepted), '', true),
      row('callbacks over HTTP, until applied, a second', figure(beside.callbacks), '', true),
      row(
        'callbacks / accepted',
        figure(beside.callbacks / beside.accepted, 2),
        'at least 0.5',
        beside.callbacks >= 0.5 * beside.accepted,
      ),
    ],
  )
}
