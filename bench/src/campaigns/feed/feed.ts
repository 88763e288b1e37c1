import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import type { Storage } from '@postrider/core/assembly/storage'
import { right } from '@postrider/conformance/outcome'
import { readText } from '@postrider/storage-sql/cells/cell'
import { idCell } from '@postrider/storage-sql/cells/id-cell'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { statement } from '@postrider/storage-sql/engine/template'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { startFaultProxy } from '@postrider/test/servers/fault-proxy'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { onConsoles } from './consoles.js'
import { atLeast, none } from './figures.js'
import { type Follower, follow } from './follower.js'
import { readNaively } from './naive-reader.js'
import { onPage } from './page.js'
import { type Programs, startPrograms } from './programs.js'
import { engineAt, makeTrialTable } from './trial-table.js'

const READERS = 4
const GIVE_UP_MS = 600_000
const EVERYTHING = { beforeMs: Number.MAX_SAFE_INTEGER, mostBytes: 0 }

/** The extent of the test on an engine. */
interface Extent {
  readonly name: string
  readonly changes: number
  readonly reconnects: number
  readonly kills: number
  readonly sequencers: number
  readonly writers: number
  /** Concurrent transactions of each writer, and the longest pause before a commit. */
  readonly writing: readonly [lanes: string, mostPauseMs: string]
  /**
   * Whether numbers are assigned at the insert and visible at the commit, so that a naive reader must miss
   * changes.
   */
  readonly isConcurrent: boolean
}

const readTrial = statement('SELECT id FROM feed_trial')

/** The committed changes, from the rows that were written with them. */
const committedIn = async (engine: Engine): Promise<ReadonlySet<string>> => {
  const read = await engine.read([readTrial()], 'each')
  if (E.isLeft(read)) throw new Error(read.left.cause)
  return new Set((read.right[0] ?? []).map(([id]) => readText(id)))
}

/** Compares each reader's changes with the committed ones: missing, duplicate, and never committed. */
const judge = (followers: readonly Follower[], committed: ReadonlySet<string>) => {
  let [lost, twice, ghosts] = [0, 0, 0]
  for (const { met } of followers) {
    const cells = new Map([...met].map(([messageId, times]) => [idCell(messageId), times]))
    for (const cell of committed) lost += cells.has(cell) ? 0 : 1
    for (const [cell, times] of cells) {
      twice += times - 1
      ghosts += committed.has(cell) ? 0 : 1
    }
  }
  return { lost, twice, ghosts }
}

/** Waits until the readers have reached a position, and kills one program after another in the meantime. */
const disturb = async (
  { changes, kills }: Extent,
  followers: readonly Follower[],
  programs: readonly Programs[],
  cut: () => void,
): Promise<number> => {
  const giveUpAt = Date.now() + GIVE_UP_MS
  const slowest = (): number => Math.min(...followers.map(({ after }) => after()))
  let killed = 0
  while (slowest() < changes && Date.now() < giveUpAt) {
    await sleep(20)
    if (killed >= kills || slowest() < ((killed + 1) * changes) / (kills + 1)) continue
    cut()
    await programs[killed % programs.length]?.killNext()
    killed += 1
  }
  return killed
}

/** Waits until all committed changes are numbered and read. */
const drain = async ({ feed }: Storage, followers: readonly Follower[]): Promise<void> => {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const isNumbered = (await right(feed.waiting(1))) === 0
    const { seq } = await right(feed.head())
    if (isNumbered && followers.every(({ after }) => after() >= seq)) return
    if (Date.now() > giveUpAt) return
    await sleep(50)
  }
}

/** Whether a reader that stopped early is notified after the purge, instead of missing changes silently. */
const lateReader = async ({ feed }: Storage): Promise<boolean> => {
  while ((await right(feed.purge(EVERYTHING, 1000))) > 0);
  const { isGone, changes } = await right(feed.read(10, 10))
  return isGone && changes.length === 0
}

const tryOn = async (
  { say }: CampaignRun,
  extent: Extent,
  url: string,
  through: { readonly url: string; readonly cut: () => void },
): Promise<readonly Figure[]> => {
  const storage = await openStorage(url)
  await right(storage.health.migrate())
  const engine = engineAt(url)
  await makeTrialTable(engine)
  const begunAtMs = Date.now()
  const perReader = Math.ceil(extent.reconnects / READERS)
  const every = Math.floor(extent.changes / (perReader + 1))
  const followers = Array.from({ length: READERS }, () => follow(through.url, every))
  const naive = readNaively(engine)
  const sequencers = startPrograms('feed-sequencer', extent.sequencers, [url])
  const writers = startPrograms('feed-writer', extent.writers, [url, ...extent.writing])
  try {
    const killed = await disturb(extent, followers, [sequencers, writers], through.cut)
    await writers.end()
    await drain(storage, followers)
    const committed = await committedIn(engine)
    await Promise.all([...followers, naive].map((each) => each.stop()))
    await sequencers.end()
    const { lost, twice, ghosts } = judge(followers, committed)
    const faults = followers.flatMap((each) => each.faults)
    say(
      `${extent.name}: ${committed.size} changes in ${Date.now() - begunAtMs} ms ${faults.slice(0, 3).join('; ')}`,
    )
    const missed = [...committed].filter((cell) => !naive.met.has(cell)).length
    const reconnects = followers.reduce((sum, each) => sum + each.reconnects(), 0)
    const at = (what: string): string => `${extent.name}: ${what}`
    return [
      atLeast(at('changes committed'), committed.size, extent.changes),
      atLeast(at('reconnects of readers'), reconnects, extent.reconnects),
      atLeast(at('sequencers and writers killed'), killed, extent.kills),
      none(at(`lost by ${READERS} readers`), lost),
      none(at('met twice'), twice),
      none(at('never committed'), ghosts),
      none(at('holes, other epochs, readers that came too late'), faults.length),
      atLeast(at('who came too late was told'), (await lateReader(storage)) ? 1 : 0, 1),
      ...(extent.isConcurrent ? [atLeast(at('lost by a naive reader, who has to'), missed, 1)] : []),
    ]
  } finally {
    await Promise.all([writers.end(), sequencers.end()])
    await Promise.all([...followers, naive].map((each) => each.stop()))
    await Promise.all([engine.close(), storage.close()])
  }
}

const onMariadb = async (run: CampaignRun): Promise<readonly Figure[]> => {
  const database = await createDatabase(run.mysqlUrl)
  const proxy = await startFaultProxy(database.url)
  const extent: Extent = {
    name: 'MariaDB',
    changes: shareOf(run, 100_000),
    reconnects: shareOf(run, 100),
    kills: shareOf(run, 60),
    sequencers: 3,
    writers: 2,
    writing: ['8', '20'],
    isConcurrent: true,
  }
  try {
    return await tryOn(run, extent, database.url, { url: proxy.url, cut: () => proxy.cut() })
  } finally {
    await proxy.stop()
    await database.drop()
  }
}

const onSqlite = async (run: CampaignRun): Promise<readonly Figure[]> => {
  const url = `sqlite:${join(run.directory, 'feed.db')}`
  const extent: Extent = {
    name: 'SQLite',
    changes: shareOf(run, 20_000),
    reconnects: shareOf(run, 100),
    kills: shareOf(run, 20),
    sequencers: 1,
    writers: 2,
    writing: ['1', '2'],
    isConcurrent: false,
  }
  return tryOn(run, extent, url, { url, cut: () => undefined })
}

/** Each committed transaction is read exactly once, regardless of killed processes. */
export const feed: Campaign = {
  name: 'feed',
  about:
    'the change feed loses nothing, under readers that reconnect, sequencers, writers and consoles that are killed, and a database put back; a page in a browser is never long behind it',
  hasBrowser: true,
  run: async (run) => [
    ...(await onPage(run)),
    ...(await onMariadb(run)),
    ...(await onSqlite(run)),
    ...(await onConsoles(run)),
  ],
}
