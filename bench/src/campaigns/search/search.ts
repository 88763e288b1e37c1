import { setTimeout as pause } from 'node:timers/promises'
import knexLibrary, { type Knex } from 'knex'
import { type ConsoleStage, openConsoleStage } from '../../benchmarks/console/console-stage.js'
import { pickTexts } from '../../benchmarks/console/grow-messages.js'
import { load } from '../../benchmarks/load/load.js'
import { freshSends } from '../../benchmarks/requests.js'
import { benchRunOf } from '../bench-run-of.js'
import type { Campaign, CampaignRun, Figure } from '../campaign.js'

/** The duration of a complete run: an hour of acceptance at full speed. */
const WHOLE_MS = 3_600_000
const LEAST_MS = 2000
/** The interval of progress messages. */
const SLICE_MS = 60_000
const CONNECTIONS = 64
/** The maximum time after the last acceptance until every message can be found. */
const LATEST_MS = 60_000
const LOOK_EVERY_MS = 100
const SEARCHED = 40

const countOf = async (knex: Knex, table: string): Promise<number> => {
  const [row] = await knex(table).count<Array<{ n: number }>>({ n: '*' })
  return row?.n ?? 0
}

/** The number of messages without an entry in the index; duplicate entries don't count. */
const missingIn = async (knex: Knex): Promise<number> => {
  const [rows] = (await knex.raw(
    `SELECT COUNT(*) AS n FROM messages m
     WHERE NOT EXISTS (SELECT 1 FROM entries_of_messages e WHERE e.message_id = m.id)`,
  )) as [ReadonlyArray<{ readonly n: number }>]
  return rows[0]?.n ?? Number.NaN
}

/** The index is by digest; this query joins it by message. */
const missingEntries = async (knex: Knex): Promise<number> => {
  await knex.raw(
    'CREATE TABLE entries_of_messages (PRIMARY KEY (message_id)) SELECT DISTINCT message_id FROM recipient_search',
  )
  return missingIn(knex)
}

/** Accepts for this time, and returns the number. Every response must be an acceptance. */
const acceptFor = async ({ api }: ConsoleStage, forMs: number, say: CampaignRun['say'], knex: Knex) => {
  let accepted = 0
  let refused = 0
  for (let slice = 0, leftMs = forMs; leftMs > 0; slice += 1, leftMs -= SLICE_MS) {
    const measureMs = Math.min(leftMs, SLICE_MS)
    const next = freshSends(api.tenants, `search-${slice}`)
    const plan = { port: api.port, connections: CONNECTIONS, warmUpMs: 0, measureMs, next }
    let answers = 0
    const { total } = await load({
      ...plan,
      onAnswer: (body) => {
        if (!body.includes('"messageId"')) answers += 1
      },
    })
    accepted += total - answers
    refused += answers
    const entries = await countOf(knex, 'recipient_search')
    say(`${accepted} accepted, of which ${entries} can be found`)
  }
  return { accepted, refused }
}

/** Milliseconds until each of the messages has an entry, or the time limit is reached. */
const caughtUp = async (knex: Knex, accepted: number): Promise<number> => {
  const begunAt = performance.now()
  const tookMs = (): number => performance.now() - begunAt
  while ((await countOf(knex, 'recipient_search')) < accepted && tookMs() < LATEST_MS)
    await pause(LOOK_EVERY_MS)
  return tookMs()
}

const figure = (what: string, value: number, expected: string, holds: boolean): Figure => ({
  what,
  value: String(Math.round(value)),
  expected,
  holds,
})

const tryOn = async (run: CampaignRun, stage: ConsoleStage): Promise<readonly Figure[]> => {
  const { storageUrl } = stage.api.variant
  const knex = knexLibrary({ client: 'mysql2', connection: storageUrl })
  try {
    const forMs = Math.max(LEAST_MS, WHOLE_MS * run.share)
    const { accepted, refused } = await acceptFor(stage, forMs, run.say, knex)
    const tookMs = await caughtUp(knex, accepted)
    run.say(`the index was whole ${(tookMs / 1000).toFixed(1)} s after the last acceptance`)
    const [messages, missing] = [await countOf(knex, 'messages'), await missingEntries(knex)]
    const [token = ''] = stage.host.sessions
    await stage.clients.open({ port: stage.host.port, consoles: [{ token, readings: [] }] })
    const { recipient } = await pickTexts(storageUrl, SEARCHED)
    const found = await stage.clients.findEach(recipient)
    return [
      figure('messages accepted', accepted, 'at least 1', accepted > 0),
      figure('messages accepted a second', accepted / (forMs / 1000), '', true),
      figure('answers that were none', refused, '0', refused === 0),
      figure(
        'messages that were stored and nobody was told of',
        messages - accepted,
        '0',
        messages === accepted,
      ),
      figure('ms until the index was whole', tookMs, `at most ${LATEST_MS}`, tookMs < LATEST_MS),
      figure('messages that cannot be found by their recipient', missing, '0', missing === 0),
      figure(
        'found at the console',
        found.length,
        String(recipient.length),
        found.length === recipient.length,
      ),
    ]
  } finally {
    await knex.destroy()
  }
}

/** Acceptance at full speed next to the single process that maintains the feed and its index. */
export const search: Campaign = {
  name: 'search',
  about: 'after an hour of acceptance as fast as it goes, every message is found by its recipient',
  shareInTests: 0.0005,
  run: async (run) => {
    const stage = await openConsoleStage(benchRunOf(run), { name: 'search', tenants: 1, sessions: 1 })
    try {
      return await tryOn(run, stage)
    } finally {
      await stage.close()
    }
  },
}
