import { setTimeout as pause } from 'node:timers/promises'
import { MAX_INTENTS_AHEAD } from '@postrider/core/providers/use-cases/calls/call-capacity'
import { endCommands, type RunningCommand, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { serverSettings } from '../server-settings.js'
import { endAll, portOf, type Scene, setScene } from '@postrider/test/hosts/mail-scene'
import { countOf, untilSent } from '../message-counts.js'
import { acceptMails } from '../send-mail.js'
import { type SlowMailServer, startSlowMailServer } from '../slow-mail-server.js'

const MAILS = 700
const MAILS_BEFORE_KILL = 200
const FEWEST_BEFORE_KILL = 40
const MAIL_MS = 1_000
const PLACES = 5
const BATCH = Math.min(PLACES, MAX_INTENTS_AHEAD)

/** How long the dispatchers send before one is stopped; queues have formed by then. */
const UNDER_WAY_MS = 1_500

const count = (what: string, value: number, most = 0): Figure => ({
  what,
  value: String(value),
  expected: most === 0 ? '0' : `at most ${most}`,
  holds: value <= most,
})

/** The context of a trial: its database, its mail server, its scene. */
interface Stage {
  readonly run: CampaignRun
  readonly databaseUrl: string
  readonly mails: SlowMailServer
  readonly scene: Scene
}

const startDispatcher = async ({ scene }: Stage): Promise<RunningCommand> => {
  const dispatcher = startPostrider(['dispatcher'], scene.settings)
  await dispatcher.logged('serving')
  return dispatcher
}

const outcomeOf = async (stage: Stage, addresses: readonly string[], domain: string) => {
  const received = await stage.mails.received()
  const times = addresses.map((address) => received.get(address) ?? 0)
  return {
    unconfirmed: await countOf(
      stage.databaseUrl,
      `messages WHERE state = 'UNCONFIRMED' AND recipient LIKE '%@${domain}'`,
    ),
    unsent: times.filter((one) => one === 0).length,
    twice: times.filter((one) => one > 1).length,
  }
}

/**
 * Stops each dispatcher in order, one after another, while a backlog waits, and starts another in its place.
 */
const rolling = async (stage: Stage, port: number): Promise<readonly Figure[]> => {
  const { run, scene } = stage
  const mails = shareOf(run, MAILS)
  let dispatchers: readonly RunningCommand[] = await Promise.all(
    Array.from({ length: run.share < 1 ? 2 : 3 }, () => startDispatcher(stage)),
  )
  const addresses = await acceptMails({ tenant: scene.tenant, port }, 'rolling.example', mails)
  await pause(UNDER_WAY_MS)
  const codes: Array<number | null> = []
  for (const dispatcher of dispatchers) {
    const waiting = await countOf(stage.databaseUrl, "messages WHERE state = 'ACCEPTED'")
    run.say(`${waiting} of ${mails} mails wait; a dispatcher is told to stop`)
    dispatcher.process.kill('SIGTERM')
    codes.push(await dispatcher.exitCode)
    dispatchers = [...dispatchers.filter((one) => one !== dispatcher), await startDispatcher(stage)]
  }
  await untilSent(stage.databaseUrl)
  await endAll(dispatchers)
  const { unconfirmed, unsent, twice } = await outcomeOf(stage, addresses, 'rolling.example')
  return [
    count(`rolling restart under ${mails} mails of 1 s: UNCONFIRMED`, unconfirmed),
    count('rolling restart: not at the mail server', unsent),
    count('rolling restart: sent twice', twice),
    count(
      'rolling restart: dispatchers that did not end in order',
      codes.filter((code) => code !== 0).length,
    ),
  ]
}

/**
 * Kills a dispatcher while a backlog waits. Only the messages that it had started may have an unknown
 * outcome.
 */
const killed = async (stage: Stage, port: number): Promise<readonly Figure[]> => {
  const { run, scene } = stage
  const mails = Math.max(FEWEST_BEFORE_KILL, shareOf(run, MAILS_BEFORE_KILL))
  const dispatcher = await startDispatcher(stage)
  const addresses = await acceptMails({ tenant: scene.tenant, port }, 'killed.example', mails)
  await pause(UNDER_WAY_MS)
  dispatcher.process.kill('SIGKILL')
  await dispatcher.exitCode
  // The database notices the closed connections, and finishes what it has read.
  await pause(500)
  const most = PLACES + BATCH
  const begun = await countOf(stage.databaseUrl, "attempts WHERE phase = 'intent'")
  const beside = `${PLACES} places and ${BATCH} in a batch`
  run.say(`killed with ${begun} calls begun, beside ${beside}`)
  const figures = [count(`kill -9 under ${mails} mails: calls begun and not ended (${beside})`, begun, most)]
  // The rest takes as long as a lease, which is too long for the tests.
  if (run.share < 1) return figures
  const next = await startDispatcher(stage)
  await untilSent(stage.databaseUrl)
  await endAll([next])
  const { unconfirmed, unsent, twice } = await outcomeOf(stage, addresses, 'killed.example')
  return [
    ...figures,
    count(`kill -9: UNCONFIRMED (${beside})`, unconfirmed, most),
    count('kill -9: not at the mail server and not UNCONFIRMED', Math.max(0, unsent - unconfirmed)),
    count('kill -9: sent twice', twice),
  ]
}

/** Dispatchers that are restarted or killed while slow emails wait. */
export const restart: Campaign = {
  name: 'restart',
  about: 'a rolling restart of the dispatchers, and kill -9, under a backlog of mails of a second each',
  run: async (run) => {
    const database = await createDatabase(run.mysqlUrl)
    const mails = await startSlowMailServer(run.directory, MAIL_MS)
    try {
      const given = serverSettings(run, database.url)
      const scene = await setScene(given, mails.port, PLACES)
      const stage = { run, databaseUrl: database.url, mails, scene }
      const http = startPostrider(['http'], scene.settings)
      const port = await portOf(http)
      const figures = [...(await rolling(stage, port)), ...(await killed(stage, port))]
      await endAll([http])
      return figures
    } finally {
      endCommands()
      await mails.close()
      await database.drop()
    }
  },
}
