import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { untilNone } from '../backlog.js'
import { benchEnvironment } from '../bench-settings.js'
import type { BenchRun } from '../bench-run.js'
import { owned } from '../interruption.js'
import { load } from '../load/load.js'
import { fillList, DISPATCH_WARM_UP_MS } from '../dispatch-leg.js'
import { type Companion } from '../growth/companion.js'
import {
  type GrowthRound,
  type GrowthStage,
  playDispatchLeg,
  onGrowthStage,
  playLeg,
} from '../growth/growth-stage.js'
import { median } from '../quantile.js'
import { freshSends, sendLookups, statusReads, usagePages } from '../requests.js'
import { say } from '../say.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { storedMessages } from '../stored-messages.js'
import { figure, printTable } from '../table.js'
import { printLegs } from '../targets/leg-table.js'
import { reportRows } from '../targets/report-rows.js'
import type { TargetLeg, TargetRow } from '../targets/target-row.js'
import { openWaitingList } from '../waiting-list.js'
import { kindOfPart, messageCount, storedParts } from './message-bytes.js'
import { CROWD_APPS, CROWD_CREDENTIALS } from './provision-crowd.js'

/** The platform and its sizes. */
export interface PlatformPlan {
  /** Organizations besides those that send. */
  readonly organizations: number
  /** Messages that are stored in advance. */
  readonly stored: number
}

const TENANTS = 20
const CONNECTIONS = 64
const TIMED = 20
const DRAIN_MS = 3_000
const DRAINED_PER_SECOND = 5_000

/** A database with its server and a companion. */
interface Side {
  readonly name: 'empty' | 'platform'
  readonly server: ServerProcess
  readonly companion: Companion
  readonly messageIds: readonly string[]
  readonly sinceMs: number
}

const open = async (
  stage: GrowthStage,
  name: Side['name'],
  choice: { readonly crowd?: number; readonly stored?: number },
): Promise<Side> => {
  const sinceMs = Date.now()
  const server = await stage.open(TENANTS, choice)
  const companion = await stage.accompany(server)
  const messageIds = await storedMessages({ port: server.port, tenants: server.tenants.slice(0, 1) }, 'read')
  return { name, server, companion, messageIds, sinceMs }
}

const POSTRIDER = fileURLToPath(new URL('../../../../hosts/cli/bin/postrider.mjs', import.meta.url))

/** Stores a duration as a leg with the corresponding rate per second. */
const keepTime = (round: GrowthRound, name: string, tookMs: number): void => {
  const none = { busyCores: Number.NaN, foreignCores: 0, loadAverage: Number.NaN }
  const costs = { nodeMicroseconds: Number.NaN, databaseMicroseconds: Number.NaN }
  round.legs.set(name, {
    ...none,
    ...costs,
    ratePerSecond: 1_000 / tookMs,
    p50Ms: tookMs,
    p99Ms: Number.NaN,
    residentMiB: Number.NaN,
  })
  say(`${round.title}: ${name}: ${figure(tookMs, 1)} ms`)
}

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const begunAt = performance.now()
  await act()
  return performance.now() - begunAt
}

/** Runs a command on the side's database, regardless of its result. */
const command = async ({ server }: Side, words: readonly string[]): Promise<void> => {
  const { PATH = '' } = process.env
  const child = owned(
    spawn(process.execPath, [POSTRIDER, ...words], {
      stdio: ['ignore', 'ignore', 'ignore'],
      cwd: server.variant.dataDir,
      env: { PATH, NODE_ENV: 'production', ...benchEnvironment(server.variant) },
    }),
  )
  await once(child, 'exit')
}

const playRequests = async (stage: GrowthStage, round: GrowthRound, side: Side): Promise<void> => {
  const { server, messageIds, sinceMs, name } = side
  const common = { server, databasePid: stage.databasePid, connections: CONNECTIONS }
  const send = freshSends(server.tenants, stage.label())
  await playLeg(stage, round, `${name}: accept`, { ...common, next: send })
  await playLeg(stage, round, `${name}: status`, {
    ...common,
    next: statusReads(server.tenants, messageIds),
  })
  await playLeg(stage, round, `${name}: look up`, {
    ...common,
    next: sendLookups(server.tenants, messageIds.length),
  })
  await playLeg(stage, round, `${name}: usage page`, {
    ...common,
    connections: 8,
    next: usagePages(server.tenants, sinceMs, Date.now()),
  })
}

/** Measures operations of super admins, and the steps of an installation's start. */
const playTimes = async (round: GrowthRound, side: Side): Promise<void> => {
  const { name, server, companion, messageIds } = side
  for (const [what, operation, body] of [
    ['search', 'findMessages', { text: messageIds[0] }],
    ['overview', 'getOverview', {}],
    ['Organizations', 'listOrganizations', {}],
  ] as const)
    keepTime(round, `${name}: ${what}`, median(await companion.time(operation, body, TIMED)))
  keepTime(
    round,
    `${name}: start-up`,
    await timed(async () =>
      (await startServer({ ...server.variant, tenants: 0, stored: 0, crowd: 0 })).stop(),
    ),
  )
  keepTime(round, `${name}: doctor`, await timed(() => command(side, ['doctor'])))
  keepTime(round, `${name}: migrate`, await timed(() => command(side, ['migrate'])))
}

const playDrain = async ({ run, databasePid, label }: GrowthStage, round: GrowthRound, side: Side) => {
  const { server, name } = side
  const list = await openWaitingList(server.variant.storageUrl)
  try {
    const legMs = Math.min(run.measureMs, DRAIN_MS)
    await fillList(server, list, (DRAINED_PER_SECOND * (legMs + DISPATCH_WARM_UP_MS)) / 1000, label())
    const start = () =>
      startServer({ ...server.variant, role: 'dispatcher', tenants: 0, stored: 0, crowd: 0 })
    await playDispatchLeg(round, `${name}: drain`, { start, databasePid, list, legMs })
  } finally {
    await list.close()
  }
}

const COMPARED = [
  'accept',
  'status',
  'look up',
  'usage page',
  'drain',
  'search',
  'overview',
  'Organizations',
  'start-up',
  'doctor',
  'migrate',
] as const

const ROWS: readonly TargetRow[] = COMPARED.map((what) => ({
  what: `${what}, platform / empty`,
  once: '',
  target: 0.95,
  of: (leg) => leg(`platform: ${what}`).ratePerSecond / leg(`empty: ${what}`).ratePerSecond,
}))

const playRound = async (stage: GrowthStage, round: GrowthRound, sides: readonly Side[]): Promise<void> => {
  for (const side of sides) await playRequests(stage, round, side)
  if (round.isWarmUp) return
  for (const side of sides) await playTimes(round, side)
  for (const side of sides) await playDrain(stage, round, side)
}

const report = (
  { organizations, stored }: PlatformPlan,
  rounds: ReadonlyArray<ReadonlyMap<string, TargetLeg>>,
): void => {
  const apps = figure(organizations * CROWD_APPS)
  const credentials = figure(organizations * CROWD_CREDENTIALS)
  const size = `${figure(organizations)} Organizations, ${apps} apps, ${credentials} credentials, ${figure(stored)} messages`
  reportRows(`A platform of ${size}, compared with an empty database`, ROWS, rounds)
  printLegs(rounds)
}

const compare = (run: BenchRun, plan: PlatformPlan): Promise<void> =>
  onGrowthStage(run, async (stage) => {
    const sides = [
      await open(stage, 'empty', {}),
      await open(stage, 'platform', { crowd: plan.organizations, stored: plan.stored }),
    ]
    const rounds: Array<ReadonlyMap<string, TargetLeg>> = []
    try {
      for (let at = 0; at <= run.rounds; at += 1) {
        const isWarmUp = at === 0
        const legs = new Map<string, TargetLeg>()
        if (!isWarmUp) rounds.push(legs)
        const title = isWarmUp ? 'platform, warm-up' : `platform, round ${at} of ${run.rounds}`
        await playRound(stage, { legs, title, isWarmUp }, sides)
      }
    } finally {
      report(plan, rounds)
    }
  })

/** The maximum size of a message per engine, in bytes. */
const MOST_BYTES = { MariaDB: 1_800, PostgreSQL: 3_000 } as const

/** Accepts messages one by one, sends and indexes them, and prints the size of each. */
const measureBytes = (run: BenchRun, engine: keyof typeof MOST_BYTES): Promise<void> =>
  onGrowthStage(run, async (stage) => {
    const server = await stage.open(1, { engine, name: engine })
    const { storageUrl } = server.variant
    const before = new Map((await storedParts(storageUrl)).map(({ name, bytes }) => [name, bytes]))
    const dispatcher = await startServer({ ...server.variant, role: 'dispatcher', tenants: 0, stored: 0 })
    try {
      for (let at = 0; (await messageCount(storageUrl, 'messages')) < run.messages; at += 1) {
        const next = freshSends(server.tenants, stage.label())
        await load({ port: server.port, connections: CONNECTIONS, warmUpMs: 0, measureMs: 2_000, next })
        say(`${engine}: ${figure(await messageCount(storageUrl, 'messages'))} messages are accepted`)
      }
      await untilNone(() => messageCount(storageUrl, 'outbox'))
      await server.indexAnew()
    } finally {
      await dispatcher.stop()
    }
    const messages = await messageCount(storageUrl, 'messages')
    const grown = (await storedParts(storageUrl))
      .map(({ name, bytes }) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / messages }))
      .filter(({ name, bytes }) => bytes >= 1 && kindOfPart({ name, bytes }) !== 'others')
      .sort((one, other) => other.bytes - one.bytes)
    const total = grown.reduce((sum, { bytes }) => sum + bytes, 0)
    const most = MOST_BYTES[engine]
    const kinds = [...new Set(grown.map(kindOfPart))].map((kind) => [
      kind,
      figure(grown.filter((one) => kindOfPart(one) === kind).reduce((sum, { bytes }) => sum + bytes, 0)),
    ])
    printTable(
      `Bytes of a message on ${engine}, of ${figure(messages)} messages`,
      ['', 'bytes'],
      [
        ...kinds,
        ...grown.map(({ name, bytes }) => [`  ${name}`, figure(bytes)]),
        [`all (at most ${figure(most)}: ${total <= most ? 'reached' : 'missed'})`, figure(total)],
      ],
    )
  })

/**
 * Compares a platform with many organizations and messages with an empty database, and measures the disk
 * space of a message.
 */
export const benchPlatform = async (run: BenchRun, plan: PlatformPlan): Promise<void> => {
  await compare(run, plan)
  await measureBytes(run, 'MariaDB')
  await measureBytes(run, 'PostgreSQL')
}
