import type { BenchRun } from '../bench-run.js'
import { type BoundFigure, printBounds } from '../bound-rows.js'
import { median } from '../quantile.js'
import { type ConsoleStage, openConsoleStage } from './console-stage.js'
import { say } from '../say.js'
import { growMessages, pickTexts, type SearchTexts } from './grow-messages.js'

const FEW = 10_000
/** This number is accepted through the API, and the others are copies. */
const ACCEPTED = 1000
/** Searches of each kind per round. */
const SEARCHES = 40
/** Users who search in turn, each below the rate limit. */
const USERS = 50
const SESSIONS_OF_USER = 10

const WAYS = [
  ['recipient', 'a number'],
  ['messageId', 'an id'],
  ['clientReference', 'a reference'],
] as const

type SearchWay = (typeof WAYS)[number][0]

interface SearchStage {
  readonly stage: ConsoleStage
  readonly texts: SearchTexts
  readonly times: Readonly<Record<SearchWay, number[]>>
}

/** A console on this number of messages, each of which can be found by its recipient. */
const openSearch = async (run: BenchRun, count: number): Promise<SearchStage> => {
  say(`${count} messages are stored`)
  const sessions = USERS * SESSIONS_OF_USER
  const stage = await openConsoleStage(run, { name: 'search', tenants: 1, stored: ACCEPTED, sessions })
  try {
    const { api, host, clients } = stage
    const { storageUrl } = api.variant
    await growMessages(storageUrl, count)
    say('their recipients are indexed')
    await api.indexAnew()
    const consoles = host.sessions
      .filter((_, at) => at % SESSIONS_OF_USER === 0)
      .map((token) => ({ token, readings: [] }))
    await clients.open({ port: host.port, consoles })
    const texts = await pickTexts(storageUrl, SEARCHES * (run.rounds + 1))
    return { stage, texts, times: { recipient: [], messageId: [], clientReference: [] } }
  } catch (cause) {
    await stage.close()
    throw cause
  }
}

/** Searches for the next texts of each kind, which are all new. */
const search = async ({ stage, texts, times }: SearchStage, round: number): Promise<void> => {
  for (const [way] of WAYS) {
    const took = await stage.clients.findEach(texts[way].slice(round * SEARCHES, (round + 1) * SEARCHES))
    // The first round is a warm-up for both.
    if (round > 0) times[way].push(...took)
  }
}

const rowsOf = (
  [way, what]: (typeof WAYS)[number],
  few: SearchStage,
  many: SearchStage,
): readonly BoundFigure[] => {
  const [before, after] = [median(few.times[way]), median(many.times[way])]
  return [
    { what: `by ${what}, few`, value: before, digits: 1, unit: 'ms' },
    { what: `by ${what}, many`, value: after, digits: 1, unit: 'ms' },
    { what: `by ${what}`, value: after / before, digits: 2, unit: 'of few', atMost: 2 },
  ]
}

/** Compares searches among many messages with searches among few, in turn. */
export const benchSearch = async (run: BenchRun): Promise<void> => {
  const few = await openSearch(run, FEW)
  try {
    const many = await openSearch(run, Math.max(FEW, run.stored))
    try {
      say('messages are looked for')
      for (let round = 0; round <= run.rounds; round += 1)
        for (const one of [few, many]) await search(one, round)
      printBounds(
        `Search among ${run.stored} messages beside ${FEW}: medians of ${SEARCHES * run.rounds} searches`,
        WAYS.flatMap((way) => rowsOf(way, few, many)),
      )
    } finally {
      await many.stage.close()
    }
  } finally {
    await few.stage.close()
  }
}
