import { setTimeout as pause } from 'node:timers/promises'
import knexLibrary, { type Knex } from 'knex'
import { type ConsoleStage, openConsoleStage } from '../../benchmarks/console/console-stage.js'
import { pickTexts } from '../../benchmarks/console/grow-messages.js'
import { load } from '../../benchmarks/load/load.js'
import { freshSends } from '../../benchmarks/requests.js'
import { benchRunOf } from '../bench-run-of.js'
import type { Campaign, CampaignRun, Figure } from '../campaign.js'

/** The whole of it: an hour of acceptance, as fast as it goes. */
const WHOLE_MS = 3_600_000
const LEAST_MS = 2000
/** One says how far it is after each of these. */
const SLICE_MS = 60_000
const CONNECTIONS = 64
/** How long after the last acceptance everybody has to be found at the latest. */
const LATEST_MS = 60_000
const LOOK_EVERY_MS = 100
const SEARCHED = 40

const countOf = async (knex: Knex, table: string): Promise<number> => {
  const [row] = await knex(table).count<Array<{ n: number }>>({ n: '*' })
  return row?.n ?? 0
}

/** How many messages have no entry in the index; none is counted that merely has one twice. */
const missingIn = async (knex: Knex): Promise<number> => {
  const [rows] = (await knex.raw(
    `SELECT COUNT(*) AS n FROM messages m
     WHERE NOT EXISTS (SELECT 1 FROM entries_of_messages e WHERE e.message_id = m.id)`,
  )) as [ReadonlyArray<{ readonly n: number }>]
  return rows[0]?.n ?? Number.NaN
}

/** The index is by digests; beside it, for once, by messages. */
const missingEntries = async (knex: Knex): Promise<number> => {
  await knex.raw(
    'CREATE TABLE entries_of_messages (PRIMARY KEY (message_id)) SELECT DISTINCT message_id FROM recipient_search',
  )
  return missingIn(knex)
}

/** Accepts for so long; every answer has to be an acceptance. How many there were. */
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

/** Milliseconds until there is an entry for each of so many messages; or until it has taken too long. */
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

/** Acceptance as fast as it goes, beside the one process that keeps the feed and its index. */
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
