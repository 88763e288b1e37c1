import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { Change } from '@postrider/core/feed/domain/change'
import { groupOf } from '@postrider/core/feed/domain/change'
import { E } from '@postrider/core/fp'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { idOf } from '@postrider/storage-sql/cells/id-cell'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { insertInto, table } from '@postrider/storage-sql/engine/insertion'
import { leaveChange } from '@postrider/storage-sql/feed/leave-change'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { engineAt, makeTrialTable } from '../../campaigns/feed/trial-table.js'
import { type BenchRun, variantOf } from '../bench-run.js'
import { mariadbPid } from '../machine/database-pid.js'
import { type FeedCost, medianCost, type Spender, spender } from './feed-cost.js'
import { say } from '../say.js'
import { figure, printTable } from '../table.js'

/** The messages of one acceptance transaction. */
const MESSAGES = 30
/** The number of changes per transaction, so that their cost exceeds that of the measurement. */
const CHANGES = 10
const PAGE = 500
const EMPTY_POLLS = 1000

const insertRow = insertInto(table('feed_trial', ['id x']))

const aChange = (): Change => ({
  groups: [
    {
      ...groupOf('message', MESSAGES, fresh.id('org')),
      appId: fresh.id('app'),
      channel: 'sms',
      lane: 'transactional',
      state: 'ACCEPTED',
      amountMinor: 4 * MESSAGES,
      currency: 'EUR',
      environment: 'production',
    },
  ],
  messageIds: Array.from({ length: MESSAGES }, () => idOf('msg', randomBytes(16).toString('hex'))),
})

const transact = async (engine: Engine, isTold: boolean): Promise<void> => {
  const changes = Array.from({ length: CHANGES }, aChange)
  const left = isTold ? changes.flatMap((change) => leaveChange(engine.dialect, change)) : []
  const statements = [insertRow([randomBytes(16).toString('hex')]), ...left]
  const done = await engine.transact([], () => ({ statements, result: undefined }))
  if (E.isLeft(done)) throw new Error(JSON.stringify(done.left))
}

interface FeedCosts {
  readonly row: FeedCost[]
  readonly numbering: FeedCost[]
  readonly rollUp: FeedCost[]
  readonly reading: FeedCost[]
  readonly polling: FeedCost[]
}

/** Runs the same transactions without and with changes: the difference is the cost of the changes. */
const rowCost = async (engine: Engine, spent: Spender, transactions: number): Promise<FeedCost> => {
  const leg = (isTold: boolean) =>
    spent(transactions * CHANGES, async () => {
      for (let at = 0; at < transactions; at += 1) await transact(engine, isTold)
    })
  const [without, beside] = [await leg(false), await leg(true)]
  return { client: beside.client - without.client, server: beside.server - without.server }
}

const measureRound = async (url: string, spent: Spender, transactions: number, costs: FeedCosts) => {
  const engine = engineAt(url)
  const storage = await openStorage(url)
  const { feed, flow } = storage
  try {
    const { seq: begun } = await right(feed.head())
    costs.row.push(await rowCost(engine, spent, transactions))
    const changes = transactions * CHANGES
    const numbering = await spent(changes, async () => {
      while ((await right(feed.number(PAGE, Date.now()))).numbered === PAGE);
    })
    const { seq: head } = await right(feed.head())
    if (head - begun !== changes)
      throw new Error(`${changes} changes were left, ${head - begun} have numbers`)
    if (!engine.dialect.commitsInOrder) costs.numbering.push(numbering)
    costs.reading.push(
      await spent(changes, async () => {
        for (let after = begun; after < head;)
          after = (await right(feed.read(after, PAGE))).changes.at(-1)?.seq ?? head
      }),
    )
    costs.rollUp.push(
      await spent(changes, async () => {
        while ((await right(flow.rollUp(2 * PAGE))) > 0);
      }),
    )
    costs.polling.push(
      await spent(EMPTY_POLLS, async () => {
        for (let at = 0; at < EMPTY_POLLS; at += 1) await right(feed.read(head, PAGE))
      }),
    )
  } finally {
    await Promise.all([engine.close(), storage.close()])
  }
}

const benchEngine = async (run: BenchRun, engineName: 'MariaDB' | 'SQLite'): Promise<void> => {
  const choice = { name: engineName, acceptance: 'real', engine: engineName, tenants: 0 } as const
  const { drop, storageUrl, dataDir } = await variantOf(run, choice)
  await mkdir(dataDir, { recursive: true })
  const isServer = engineName === 'MariaDB'
  const spent = spender(isServer ? await mariadbPid(run.mysqlUrl) : undefined)
  const costs: FeedCosts = { row: [], numbering: [], rollUp: [], reading: [], polling: [] }
  const transactions = Math.ceil(run.measureMs / 20)
  try {
    const [storage, engine] = [await openStorage(storageUrl), engineAt(storageUrl)]
    await right(storage.health.migrate())
    await makeTrialTable(engine)
    await Promise.all([storage.close(), engine.close()])
    for (let round = 1; round <= run.rounds; round += 1) {
      say(`the feed on ${engineName} (${round} of ${run.rounds})`)
      await measureRound(storageUrl, spent, transactions, costs)
    }
  } finally {
    await drop()
  }
  const rowOf = (what: string, seen: readonly FeedCost[]): readonly string[] => {
    const { client, server } = medianCost(seen)
    return [what, figure(client, 1), figure(server, 1), figure(client + server, 1)]
  }
  printTable(
    `The change feed on ${engineName}, µs of processor time: medians of ${run.rounds} rounds of ${transactions * CHANGES} changes of ${MESSAGES} messages`,
    ['', 'process', 'database', 'both'],
    [
      rowOf('a change beside what it is left with', costs.row),
      ...(costs.numbering.length > 0 ? [rowOf('its number', costs.numbering)] : []),
      rowOf('its part of a page that is read', costs.reading),
      rowOf('its part of a roll-up', costs.rollUp),
      rowOf('a look when there is nothing new', costs.polling),
    ],
  )
}

/** The cost of the change feed, step by step, on both engines. */
export const benchFeed = async (run: BenchRun): Promise<void> => {
  await benchEngine(run, 'MariaDB')
  await benchEngine(run, 'SQLite')
}
