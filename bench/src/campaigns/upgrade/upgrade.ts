import { join } from 'node:path'
import {
  endCommands,
  type RunningCommand,
  runPostrider,
  startPostrider,
} from '@postrider/test/hosts/cli/run-postrider'
import { buildRevision } from '@postrider/test/revisions/build-revision'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { serverSettings } from '../server-settings.js'
import { endAll, portOf, type Scene, setScene } from '@postrider/test/hosts/mail-scene'
import { countOf, untilSent } from '../message-counts.js'
import { type SlowMailServer, startSlowMailServer } from '../slow-mail-server.js'
import { type Traffic, startTraffic } from './traffic.js'

/** The version that runs before an upgrade to this build, by default one of the first with the first migration. */
const FROM = process.env['POSTRIDER_UPGRADE_FROM'] ?? '55b3946'

const MAILS_A_STAGE = 300
/** Slow enough that queues form, whose messages both versions claim in turn. */
const MAIL_MS = 100
const PLACES = 3

const count = (what: string, value: number): Figure => ({
  what,
  value: String(value),
  expected: '0',
  holds: value === 0,
})

interface Stage {
  readonly run: CampaignRun
  readonly databaseUrl: string
  readonly scene: Scene
  readonly mails: SlowMailServer
  /** The program of the previous commit. */
  readonly earlier: string
}

const end = async (running: RunningCommand): Promise<void> => {
  running.process.kill('SIGTERM')
  await running.exitCode
}

/** Starts a process of either version. */
const starting = ({ scene, earlier }: Stage) => {
  const start = async (command: string, program?: string): Promise<RunningCommand> => {
    const one = startPostrider([command], scene.settings, '', program === undefined ? {} : { program })
    await one.logged('serving')
    return one
  }
  return {
    before: (command: 'http' | 'dispatcher') => start(command, earlier),
    now: (command: 'http' | 'dispatcher') => start(command),
  }
}

/**
 * The order of an upgrade: first next to the others, then one by one in their places, with continuous
 * traffic.
 */
const roll = async (stage: Stage, traffic: Traffic): Promise<void> => {
  const { run } = stage
  const { before, now } = starting(stage)
  const some = shareOf(run, MAILS_A_STAGE)
  const oldHttp = await before('http')
  const oldDispatchers = [await before('dispatcher'), await before('dispatcher')] as const
  traffic.through([await portOf(oldHttp)])
  await traffic.sent(some)
  run.say('all of the commit before')
  const newHttp = await now('http')
  const newDispatchers = [await now('dispatcher')]
  traffic.through([await portOf(oldHttp), await portOf(newHttp)])
  await traffic.sent(2 * some)
  run.say('both side by side')
  for (const dispatcher of oldDispatchers) {
    newDispatchers.push(await now('dispatcher'))
    await Promise.all([end(dispatcher), traffic.sent(some)])
    run.say('one dispatcher in the place of another')
  }
  traffic.through([await portOf(newHttp)])
  await end(oldHttp)
  await traffic.sent(some)
  await traffic.stop()
  await untilSent(stage.databaseUrl)
  await endAll([newHttp, ...newDispatchers])
}

const verdictOf = async ({ scene, run }: Stage, command: readonly string[]): Promise<Figure> => {
  const { exitCode, out, err } = await runPostrider(command, scene.settings)
  if (exitCode !== 0) run.say(`${out}${err}`)
  return count(`${command.join(' ')} ends with`, exitCode ?? 1)
}

const figuresOf = async (stage: Stage, traffic: Traffic): Promise<readonly Figure[]> => {
  const received = await stage.mails.received()
  const accepted = traffic.accepted()
  const times = accepted.map((address) => received.get(address) ?? 0)
  const unconfirmed = await countOf(stage.databaseUrl, "messages WHERE state = 'UNCONFIRMED'")
  return [
    {
      what: `mails accepted, from ${FROM} to this build`,
      value: String(accepted.length),
      expected: 'some',
      holds: accepted.length > 0,
    },
    count('lost', times.filter((one) => one === 0).length),
    count('sent twice', times.filter((one) => one > 1).length),
    count('UNCONFIRMED', unconfirmed),
    count('answered neither 202 nor with a reason to try again', traffic.refused()),
    await verdictOf(stage, ['ledger', 'verify']),
    await verdictOf(stage, ['doctor', '--deep']),
  ]
}

/** The previous commit and this one on one migrated database at the same time. */
export const upgrade: Campaign = {
  name: 'upgrade',
  about: 'a rolling upgrade from the commit before, both programs side by side under traffic',
  tooMuchForTests: 'building the commit before takes longer than all that the tests may take for it',
  run: async (run) => {
    const built = await buildRevision({
      revision: FROM,
      folder: join(run.directory, 'before'),
      projects: ['hosts/cli'],
      say: run.say,
    })
    const database = await createDatabase(run.mysqlUrl)
    const mails = await startSlowMailServer(run.directory, MAIL_MS)
    try {
      const given = serverSettings(run, database.url)
      const scene = await setScene(given, mails.port, PLACES)
      const earlier = join(built.folder, 'hosts', 'cli', 'dist', 'main.js')
      const stage = { run, databaseUrl: database.url, scene, mails, earlier }
      const traffic = startTraffic(scene.tenant)
      await roll(stage, traffic)
      return await figuresOf(stage, traffic)
    } finally {
      endCommands()
      await mails.close()
      await database.drop()
    }
  },
}
