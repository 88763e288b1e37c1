import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type Connection } from 'mysql2/promise'
import { catalogChanger, CHANGE_KINDS } from '../../benchmarks/growth/catalog-changes.js'
import { quantile } from '../../benchmarks/quantile.js'
import type { BenchTenant } from '../../benchmarks/requests.js'
import type { Campaign, CampaignRun, Figure } from '../campaign.js'
import { cellOfText, type Ground, judgeGround, onGround } from './ground.js'
import { loops, sendBatch, sendOne } from './send-loop.js'

const ORGANIZATIONS = 20
const OTHERS_LOOPS = 4
const TROUBLED_LOOPS = 4
const FLOOD_LOOPS = 60
const BATCH_LOOPS = 4
const BATCH_SIZE = 100

/**
 * The minimum rate and the maximum latency of the others in a complete run. Tests don't judge times. On two
 * cores, which load, database and product share, a flood leaves 0.25 to 0.4; a stopped tenant leaves less
 * than 0.05.
 */
const LEAST_RATIO = 0.2
const MOST_P99_MS = 1_000
const LEAST_SHARE_FOR_RATES = 0.5

const isJudged = ({ share }: CampaignRun): boolean => share >= LEAST_SHARE_FOR_RATES

interface Stage extends Ground {
  readonly troubled: BenchTenant
  readonly others: readonly BenchTenant[]
  readonly stranger: Connection
  readonly acceptedIds: string[]
  /** The statuses of the troubled Organization's own responses. */
  readonly ownStatuses: Set<number>
}

/** Starts a trouble; the returned function ends it. */
type Trouble = (stage: Stage) => Promise<() => Promise<void>>

/** The troubled organization sends in loops, regardless of the responses. */
const sending = ({ server, troubled, acceptedIds, ownStatuses }: Stage, count: number) =>
  loops(count, async (agent) => {
    const { messageId, status } = await sendOne(agent, server.port, troubled)
    ownStatuses.add(status)
    if (messageId !== undefined) acceptedIds.push(messageId)
  })

const organizationOf = ({ troubled: { organizationId } }: Stage): string =>
  `X'${cellOfText('org', organizationId)}'`

const heldAccount: Trouble = async (stage) => {
  const { stranger } = stage
  await stranger.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  await stranger.query('BEGIN')
  await stranger.query(`SELECT 1 FROM accounts WHERE organization_id = ${organizationOf(stage)} FOR UPDATE`)
  const { end } = sending(stage, TROUBLED_LOOPS)
  return async () => {
    await stranger.query('ROLLBACK')
    await end()
  }
}

const failingTransactions: Trouble = async (stage) => {
  await stage.stranger.query(`
    CREATE TRIGGER refuse_one BEFORE INSERT ON messages FOR EACH ROW
    IF NEW.organization_id = ${organizationOf(stage)} THEN
      SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 4025, MESSAGE_TEXT = 'a row is refused';
    END IF`)
  const { end } = sending(stage, TROUBLED_LOOPS)
  return async () => {
    await end()
    await stage.stranger.query('DROP TRIGGER refuse_one')
  }
}

const flood: Trouble = async (stage) => sending(stage, FLOOD_LOOPS).end

const largeBatches: Trouble = async ({ server, troubled, acceptedIds }) =>
  loops(BATCH_LOOPS, async (agent) => {
    for (const id of await sendBatch(agent, server.port, troubled, BATCH_SIZE)) acceptedIds.push(id)
  }).end

/** Changes in one organization, each as soon as the previous one is committed. */
const changes: Trouble = async (stage) => {
  const { troubled, composition } = stage
  const changer = await catalogChanger(composition, [troubled])
  let next = 0
  const changing = loops(1, async () => {
    const kind = CHANGE_KINDS[next % CHANGE_KINDS.length] ?? 'stop'
    next += 1
    await changer.change(kind, troubled.organizationId)
  })
  const { end } = sending(stage, TROUBLED_LOOPS)
  return async () => {
    await changing.end()
    await end()
    stage.run.say(`${next} catalog changes were made`)
  }
}

/** The statuses of responses that the Organization in trouble may get itself. */
const LATER: readonly number[] = [202, 429, 503]
/** The database refuses its rows, which no later attempt changes. */
const BROKEN: readonly number[] = [500]

const TROUBLES: ReadonlyArray<readonly [string, Trouble, own: readonly number[]]> = [
  ['a held account', heldAccount, LATER],
  ['failing transactions', failingTransactions, BROKEN],
  [`a flood on ${FLOOD_LOOPS} of ${FLOOD_LOOPS + OTHERS_LOOPS} connections`, flood, LATER],
  [`batches of ${BATCH_SIZE}`, largeBatches, LATER],
  ['a loop of catalog changes', changes, LATER],
]

interface Others {
  readonly perSecond: number
  readonly p99Ms: number
  /** Sends of others that were not accepted. */
  readonly refused: number
}

/** Measures the others for this time. */
const sendOthers = async ({ server, others, acceptedIds }: Stage, forMs: number): Promise<Others> => {
  const took: number[] = []
  let refused = 0
  let next = 0
  const beganAt = performance.now()
  const { end } = loops(OTHERS_LOOPS, async (agent) => {
    const tenant = others[(next += 1) % others.length]
    if (tenant === undefined) throw new Error('there are no others')
    const { messageId, tookMs } = await sendOne(agent, server.port, tenant)
    took.push(tookMs)
    if (messageId === undefined) refused += 1
    else acceptedIds.push(messageId)
  })
  await pause(forMs)
  await end()
  const seconds = (performance.now() - beganAt) / 1000
  const p99Ms = quantile(
    took.sort((one, other) => one - other),
    0.99,
  )
  return { perSecond: (took.length - refused) / seconds, p99Ms, refused }
}

const ownFigure = (name: string, { ownStatuses }: Stage, own: readonly number[]): Figure => ({
  what: `${name}: its own responses`,
  value: [...ownStatuses].toSorted((one, other) => one - other).join(', '),
  expected: own.join(', '),
  holds: [...ownStatuses].every((status) => own.includes(status)),
})

const figuresOf = (run: CampaignRun, name: string, calm: Others, next: Others): readonly Figure[] => {
  const ratio = next.perSecond / calm.perSecond
  const word = (bound: string): string => (isJudged(run) ? bound : 'not judged in a short run')
  return [
    {
      what: `others next to ${name}: refused`,
      value: String(next.refused + calm.refused),
      expected: '0',
      holds: next.refused + calm.refused === 0,
    },
    {
      what: `others next to ${name}: rate / before`,
      value: `${ratio.toFixed(2)} of ${calm.perSecond.toFixed(0)} a second`,
      expected: word(`at least ${LEAST_RATIO}`),
      holds: next.perSecond > 0 && (!isJudged(run) || ratio >= LEAST_RATIO),
    },
    {
      what: `others next to ${name}: p99`,
      value: `${next.p99Ms.toFixed(0)} ms, before ${calm.p99Ms.toFixed(0)} ms`,
      expected: word(`at most ${MOST_P99_MS} ms`),
      holds: !isJudged(run) || next.p99Ms <= MOST_P99_MS,
    },
  ]
}

const play = async (ground: Ground): Promise<readonly Figure[]> => {
  const { run, server, databaseUrl } = ground
  const [troubled, ...others] = server.tenants
  if (troubled === undefined) throw new Error('there are no Organizations')
  const stranger = await createConnection({ uri: databaseUrl })
  stranger.on('error', () => undefined)
  const stage: Stage = { ...ground, troubled, others, stranger, acceptedIds: [], ownStatuses: new Set() }
  const windowMs = isJudged(run) ? 20_000 : 1_500
  const figures: Figure[] = []
  try {
    // Compiles the server's code.
    await sendOthers(stage, windowMs / 2)
    for (const [name, start, own] of TROUBLES) {
      run.say(name)
      const calm = await sendOthers(stage, windowMs)
      const end = await start(stage)
      const next = await sendOthers(stage, windowMs)
      await end()
      figures.push(...figuresOf(run, name, calm, next), ownFigure(name, stage, own))
      stage.ownStatuses.clear()
    }
  } finally {
    await stranger.end()
  }
  return [...figures, ...(await judgeGround(ground, stage.acceptedIds))]
}

/** One organization in every kind of trouble, and the effect on the others. */
export const neighbors: Campaign = {
  name: 'neighbors',
  about: 'one Organization in trouble or greedy, next to others that send',
  run: (run) => onGround(run, ORGANIZATIONS, play),
}
