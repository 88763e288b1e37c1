import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { eventually } from '@postrider/conformance/eventually'
import { endCommands, type RunningCommand, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { endAll, type Scene } from '@postrider/test/hosts/mail-scene'
import { createDatabase } from '@postrider/test/servers/test-database'
import { chance } from '../chance.js'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { countOf } from '../message-counts.js'
import { serverSettings } from '../server-settings.js'
import { setSmppScene } from '../smpp-scene.js'
import { type DeliveringSmsc, startDeliveringSmsc } from './delivering-smsc.js'
import { type Line, writeTexts } from './written-texts.js'

const TEXTS = 2_000
const KILLS = 20
const [DISPATCHERS, SESSIONS] = [2, 2]
const DELIVERED_WITHIN_MS = 120_000
/** The sender ID of the test's tenant. */
const SENDER = '56767'

/** Parts that wait and that the provider delivered only once. */
const UNJOINED = `inbound_parts w WHERE w.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM inbound_parts j
  WHERE j.text_key = w.text_key AND j.number = w.number AND j.octets = w.octets AND j.state = 'joined')`

interface Stage {
  readonly run: CampaignRun
  readonly databaseUrl: string
  readonly scene: Scene
  readonly smsc: DeliveringSmsc
  readonly random: () => number
}

const startDispatcher = ({ scene }: Stage): RunningCommand => startPostrider(['dispatcher'], scene.settings)

const untilBound = ({ smsc }: Stage): Promise<void> =>
  eventually('all sessions are bound', () => smsc.sessions() === DISPATCHERS * SESSIONS, DELIVERED_WITHIN_MS)

/** Delivers the lines in portions; during each of them a dispatcher is killed, and another one replaces it. */
const deliverWithKills = async (stage: Stage, lines: readonly Line[], kills: number): Promise<void> => {
  const { smsc, run, random } = stage
  const dispatchers = Array.from({ length: DISPATCHERS }, () => startDispatcher(stage))
  await untilBound(stage)
  const size = Math.ceil(lines.length / (kills + 1))
  for (let at = 0; at * size < lines.length; at += 1) {
    const portion = lines.slice(at * size, (at + 1) * size)
    smsc.deliver(portion)
    if (at < kills) {
      const parts = portion.flat().length
      const rest = Math.floor(parts * random())
      await eventually('some parts are delivered', () => smsc.left() <= rest, DELIVERED_WITHIN_MS)
      const [victim] = dispatchers.splice(at % DISPATCHERS, 1, startDispatcher(stage))
      victim?.process.kill('SIGKILL')
      await victim?.exitCode
      run.say(`a dispatcher was killed with ${smsc.left()} of ${parts} parts to deliver`)
    }
    await eventually('all parts are delivered', () => smsc.left() === 0, DELIVERED_WITHIN_MS)
    await untilBound(stage)
  }
  const isJoined = async (): Promise<boolean> => (await countOf(stage.databaseUrl, UNJOINED)) === 0
  await eventually('all parts are joined', isJoined, DELIVERED_WITHIN_MS).catch(() => undefined)
  await endAll(dispatchers)
}

const storedTexts = async (databaseUrl: string): Promise<readonly string[]> => {
  const connection = await createConnection(databaseUrl)
  const [rows] = await connection.query<RowDataPacket[]>('SELECT said FROM inbound_messages')
  await connection.end()
  return rows.map((row) => String(row['said']))
}

const most = (what: string, value: number, limit = 0): Figure => ({
  what,
  value: `${value}`,
  expected: limit === 0 ? '0' : `at most ${limit}`,
  holds: value <= limit,
})

const judge = async (
  { databaseUrl }: Stage,
  texts: readonly string[],
  kills: number,
): Promise<readonly Figure[]> => {
  const stored = await storedTexts(databaseUrl)
  const [written, found] = [new Set(texts), new Set(stored)]
  const unjoined = await countOf(databaseUrl, UNJOINED)
  return [
    most(`${texts.length} texts, ${kills} kills: lost`, texts.filter((text) => !found.has(text)).length),
    most('joined wrongly', stored.filter((text) => !written.has(text)).length),
    most('parts that were acknowledged and not joined', unjoined),
    // A killed dispatcher may have stored all parts of a text that it never acknowledged.
    most('stored twice', stored.length - found.size, kills * SESSIONS),
  ]
}

/** Long inbound SMS in parts, over several sessions of several dispatchers that are killed. */
export const inbound: Campaign = {
  name: 'inbound',
  about: 'parts of inbound texts with windows of 1, over two sessions of two dispatchers, under kill -9',
  run: async (run) => {
    const database = await createDatabase(run.mysqlUrl)
    const random = chance(run.seed)
    const smsc = await startDeliveringSmsc(random)
    try {
      const given = serverSettings(run, database.url)
      const scene = await setSmppScene(given, smsc.port, { maxConcurrent: SESSIONS, binds: SESSIONS })
      const stage = { run, databaseUrl: database.url, scene, smsc, random }
      const { texts, lines } = writeTexts(random, shareOf(run, TEXTS), SENDER)
      const kills = shareOf(run, KILLS)
      await deliverWithKills(stage, lines, kills)
      return await judge(stage, texts, kills)
    } finally {
      endCommands()
      smsc.stop()
      await database.drop()
    }
  },
}
