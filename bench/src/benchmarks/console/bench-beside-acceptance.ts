import type { BenchRun } from '../bench-run.js'
import { type BoundFigure, printBounds } from '../bound-rows.js'
import { load } from '../load/load.js'
import { cpuMicroseconds } from '../machine/process-cost.js'
import { median } from '../quantile.js'
import { freshSends } from '../requests.js'
import type { ConsoleReport } from './client-process.js'
import type { ConsoleStage } from './console-stage.js'
import { say } from '../say.js'
import { overviewConsoles } from './consoles.js'
import type { DelaySummary } from './screen-delays.js'
import { sendSteadily, tenantsOf } from './send-steadily.js'

const CONNECTIONS = 64
const SETTLE_MS = 1000
/** Messages per second whose path to the screens is measured. */
const FOLLOWED_PER_SECOND = 10
/**
 * Measured messages must be sent this long before the end of the load, so that they can be shown before it
 * ends.
 */
const LAST_FOLLOWED_MS = 6000

/** Acceptance at a steady rate: the achieved rate and its cost. */
interface SteadyFigure {
  readonly keptShare: number
  readonly p99Ms: number
  readonly apiMicroseconds: number
  readonly databaseMicroseconds: number
  readonly consoleMicroseconds: number
}

const capacityOf = async ({ api }: ConsoleStage, run: BenchRun): Promise<number> => {
  const next = freshSends([tenantsOf(api).loud], 'capacity')
  const plan = { port: api.port, connections: CONNECTIONS, warmUpMs: 1000, measureMs: run.measureMs, next }
  const { requests, seconds } = await load(plan)
  return requests / seconds
}

const accept = async (
  { api, host, databasePid }: ConsoleStage,
  perSecond: number,
  forMs: number,
): Promise<SteadyFigure> => {
  const { loud, quiet } = tenantsOf(api)
  const spent = () =>
    [api.pid, databasePid, host.pid].map((pid) => (pid === undefined ? 0 : cpuMicroseconds(pid)))
  const before = spent()
  const [most, few] = await Promise.all([
    sendSteadily(api, loud, perSecond - FOLLOWED_PER_SECOND, forMs),
    sendSteadily(api, quiet, FOLLOWED_PER_SECOND, forMs),
  ])
  const calls = most.calls + few.calls
  const [ofApi = 0, ofDatabase = 0, ofConsole = 0] = spent().map((now, at) => now - (before[at] ?? 0))
  return {
    keptShare: (most.calls / most.seconds + few.calls / few.seconds) / perSecond,
    p99Ms: most.p99Ms,
    apiMicroseconds: ofApi / calls,
    databaseMicroseconds: ofDatabase / calls,
    consoleMicroseconds: ofConsole / most.seconds,
  }
}

/** A leg with consoles, and the previous one without. */
interface ConsolePair {
  readonly alone: SteadyFigure
  readonly beside: SteadyFigure
  readonly seen: ConsoleReport
}

const measurePair = async (run: BenchRun, stage: ConsoleStage, perSecond: number): Promise<ConsolePair> => {
  const { api, host, clients } = stage
  const [aloneMs, besideMs] = [run.measureMs * 2, run.measureMs * 2 + LAST_FOLLOWED_MS]
  await api.emptyOutbox()
  const alone = await accept(stage, perSecond, aloneMs)
  await api.emptyOutbox()
  await clients.open({
    port: host.port,
    consoles: overviewConsoles(host.sessions, tenantsOf(api).quiet.organizationId),
  })
  await accept(stage, perSecond, SETTLE_MS)
  await clients.forget()
  const beside = await accept(stage, perSecond, besideMs)
  const seen = await clients.report(Date.now() - LAST_FOLLOWED_MS)
  await clients.close()
  return { alone, beside, seen }
}

const costOf = ({ apiMicroseconds, databaseMicroseconds }: SteadyFigure): number =>
  apiMicroseconds + databaseMicroseconds

const delayRows = (
  what: string,
  seen: readonly DelaySummary[],
  bounds: { readonly p95: number; readonly p99?: number },
): readonly BoundFigure[] => {
  const at = (of: 'p50Ms' | 'p95Ms' | 'p99Ms'): number => median(seen.map((one) => one[of]))
  const p99 = { what: `${what}, p99`, value: at('p99Ms'), unit: 'ms' }
  return [
    { what: `${what}, p50`, value: at('p50Ms'), unit: 'ms' },
    { what: `${what}, p95`, value: at('p95Ms'), unit: 'ms', atMost: bounds.p95 },
    bounds.p99 === undefined ? p99 : { ...p99, atMost: bounds.p99 },
  ]
}

const report = (pairs: readonly ConsolePair[], count: number, perSecond: number): void => {
  const of = (pick: (pair: ConsolePair) => number): number => median(pairs.map(pick))
  const ratio = (pick: (figure: SteadyFigure) => number): number =>
    of(({ alone, beside }) => pick(beside) / pick(alone))
  printBounds(
    `${count} consoles beside ${perSecond} accepted a second, half of what goes: medians of ${pairs.length} pairs`,
    [
      { what: 'rate kept alone', value: of(({ alone }) => alone.keptShare), digits: 3, unit: '' },
      {
        what: 'rate kept with consoles',
        value: of(({ beside }) => beside.keptShare),
        digits: 3,
        unit: '',
        atLeast: 0.99,
      },
      { what: 'processor time a message', value: ratio(costOf), digits: 3, unit: 'of alone', atMost: 1.05 },
      {
        what: 'of its own process',
        value: ratio(({ apiMicroseconds }) => apiMicroseconds),
        digits: 3,
        unit: 'of alone',
      },
      {
        what: 'of the database, consoles included',
        value: ratio(({ databaseMicroseconds }) => databaseMicroseconds),
        digits: 3,
        unit: 'of alone',
      },
      { what: 'processor time a message alone', value: of(({ alone }) => costOf(alone)), unit: 'µs' },
      { what: 'answer to a send, p99, alone', value: of(({ alone }) => alone.p99Ms), unit: 'ms' },
      { what: 'answer to a send, p99, with consoles', value: of(({ beside }) => beside.p99Ms), unit: 'ms' },
      {
        what: 'console process',
        value: of(({ beside }) => beside.consoleMicroseconds) / 10_000,
        digits: 1,
        unit: '% of a core',
      },
      { what: 'changes followed in each pair', value: of(({ seen }) => seen.changes), unit: '' },
      ...delayRows(
        'commit to a list of messages',
        pairs.map(({ seen }) => seen.tails),
        { p95: 300, p99: 1000 },
      ),
      ...delayRows(
        'commit to a reading run again',
        pairs.map(({ seen }) => seen.readings),
        { p95: 800 },
      ),
      ...delayRows(
        'commit to gauges',
        pairs.map(({ seen }) => seen.gauges),
        { p95: 4000 },
      ),
    ],
  )
}

/** Measures consoles during acceptance at half its maximum rate. */
export const benchBesideAcceptance = async (run: BenchRun, stage: ConsoleStage): Promise<void> => {
  say('how much can be accepted')
  const perSecond = Math.max(2 * FOLLOWED_PER_SECOND, Math.floor((await capacityOf(stage, run)) / 2))
  const pairs: ConsolePair[] = []
  for (let round = 1; round <= run.rounds; round += 1) {
    say(`${perSecond} sends a second, without consoles and with them (${round} of ${run.rounds})`)
    pairs.push(await measurePair(run, stage, perSecond))
  }
  report(pairs, stage.host.sessions.length, perSecond)
}
