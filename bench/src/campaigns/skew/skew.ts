import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { endCommands, runPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { type FaultProxy, startFaultProxy } from '@postrider/test/servers/fault-proxy'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { serverSettings } from '../server-settings.js'
import { endAll, portOf, type Scene, setScene } from '@postrider/test/hosts/mail-scene'
import { type MailJournal, openMailJournal } from './mail-journal.js'
import { type Outcome, sendMails } from './sending.js'
import { startShifted } from './start-shifted.js'

const SKEW_MS = 90_000
const STEP_MS = 3_600_000
const STEP_LASTS_MS = 1_500
const APART_MS = 50
const PLACES = 20

/**
 * The allowed error of an acceptance time, and the allowed additional delay of an email compared with no
 * skew.
 */
const LATER_MS = 1_000

/**
 * With all tests on one machine, emails wait randomly for the processor; the tested error is 90 s and more.
 */
const LATER_AMONG_TESTS_MS = 10_000

const figure = (what: string, value: number, most: number, unit = ''): Figure => ({
  what,
  value: `${Math.round(value)}${unit}`,
  expected: most === 0 ? '0' : `at most ${most}${unit}`,
  holds: value <= most,
})

const outcomeFigures = (
  { share }: CampaignRun,
  where: string,
  usual: Outcome,
  outcome: Outcome,
): readonly Figure[] => [
  figure(`${where}: not there after a minute, of ${outcome.sent}`, outcome.lost, 0),
  figure(`${where}: sent twice`, outcome.twice, 0),
  figure(`${where}: furthest stamp from the acceptance`, outcome.stampedOffMs, LATER_MS, ' ms'),
  figure(
    `${where}: latest message beyond the usual latest (${Math.round(usual.latestMs)} ms)`,
    Math.max(0, outcome.latestMs - usual.latestMs),
    share < 1 ? LATER_AMONG_TESTS_MS : LATER_MS,
    ' ms',
  ),
]

/** Whether books and messages are consistent, according to the doctor's deep check, with its findings. */
const driftFigure = async (where: string, { settings }: Scene, say: CampaignRun['say']): Promise<Figure> => {
  const { exitCode, out, err } = await runPostrider(['doctor', '--deep'], settings)
  if (exitCode !== 0) say(`${out}${err}`)
  return figure(`${where}: doctor --deep ends with`, exitCode ?? 1, 0)
}

/**
 * Steps the server's clock ahead and back, for a second and a half each time, until the returned function is
 * called.
 */
const steppingServer = (proxy: FaultProxy, everyMs: number) => {
  const over = new AbortController()
  let steps = 0
  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await pause(everyMs)
      proxy.stepServerClock(steps % 2 === 0 ? STEP_MS : -STEP_MS)
      await pause(STEP_LASTS_MS)
      proxy.stepServerClock(0)
      steps += 1
    }
  }
  const running = run()
  return async (): Promise<number> => {
    over.abort()
    await running
    return steps
  }
}

const countOf = async (url: string, what: string): Promise<number> => {
  const connection = await createConnection(url)
  const [rows] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS found FROM ${what}`)
  await connection.end()
  return Number(rows[0]?.['found'])
}

const readinessOf = async (port: number): Promise<string> => {
  const body = (await (await fetch(`http://127.0.0.1:${port}/v1/readiness`)).json()) as {
    readonly checks: ReadonlyArray<{ readonly name: string; readonly status: string }>
  }
  return body.checks.find(({ name }) => name === 'clock')?.status ?? 'none'
}

interface Shifts {
  readonly http: readonly number[]
  readonly dispatcher: readonly number[]
}

const LEVEL: Shifts = { http: [0, 0], dispatcher: [0, 0] }

/**
 * Messages accepted ahead of time wait for the others' clocks. Messages sent by a clock that is behind seem
 * older than their acceptance.
 */
const BEHIND: Shifts = { http: [0, SKEW_MS], dispatcher: [0, -SKEW_MS] }

/** A process whose clock is ahead takes leases for expired that aren't. */
const AHEAD: Shifts = { http: [0, SKEW_MS], dispatcher: [SKEW_MS, -SKEW_MS] }

/** Runs hosts whose clocks differ by these values while they are used. */
const withHosts = async <A>(
  scene: Scene,
  { http, dispatcher }: Shifts,
  use: (ports: readonly number[]) => Promise<A>,
): Promise<A> => {
  const hosts = http.map((shiftMs) => startShifted('http', scene, shiftMs))
  const dispatchers = dispatcher.map((shiftMs) => startShifted('dispatcher', scene, shiftMs))
  const ports = await Promise.all(hosts.map(portOf))
  await Promise.all(dispatchers.map((each) => each.logged('serving')))
  const used = await use(ports)
  await endAll([...hosts, ...dispatchers])
  return used
}

/**
 * Results of emails sent through hosts on servers. The complete campaign also has a dispatcher whose clock is
 * ahead.
 */
const sendOnServers = async (run: CampaignRun, scene: Scene, mails: MailJournal, proxy: FaultProxy) => {
  const send = async (ports: readonly number[], name: string, count: number): Promise<Outcome> => {
    const sender = { tenant: scene.tenant, mails, ports, name }
    const outcome = await sendMails(sender, shareOf(run, count), APART_MS)
    run.say(`${name}: ${outcome.sent} mails, the latest after ${Math.round(outcome.latestMs)} ms`)
    return outcome
  }
  const usual = await withHosts(scene, LEVEL, (ports) => send(ports, 'level', 500))
  const behind = await withHosts(scene, BEHIND, async (ports) => {
    const readiness = await Promise.all(ports.map(readinessOf))
    const apart = await send(ports, 'behind', 1_000)
    const endSteps = steppingServer(proxy, 500)
    const stepped = await send(ports, 'stepped', 1_000).finally(() => void endSteps())
    run.say(`the server's clock was stepped ${await endSteps()} times`)
    return { apart, stepped, readiness }
  })
  const ahead = run.share < 1 ? [] : [await withHosts(scene, AHEAD, (ports) => send(ports, 'ahead', 1_000))]
  return { ...behind, usual, ahead }
}

/** Two HTTP hosts and two dispatchers on MariaDB and RabbitMQ, whose database's clock steps as well. */
const onServers = async (run: CampaignRun, mails: MailJournal): Promise<readonly Figure[]> => {
  const database = await createDatabase(run.mysqlUrl)
  const proxy = await startFaultProxy(database.url)
  try {
    const given = serverSettings(run, proxy.url, 'servers')
    const scene = await setScene(given, mails.port, PLACES)
    const { usual, apart, stepped, ahead, readiness } = await sendOnServers(run, scene, mails, proxy)
    const sent = [usual, apart, stepped, ...ahead].reduce((sum, each) => sum + each.sent, 0)
    const older = await countOf(database.url, 'messages WHERE updated_at < accepted_at')
    return [
      ...outcomeFigures(run, 'clocks 90 s apart', usual, apart),
      ...ahead.flatMap((each) => outcomeFigures(run, 'clocks 180 s apart', usual, each)),
      ...outcomeFigures(run, "and steps of the database's by an hour", usual, stepped),
      {
        what: 'check clock of the hosts, at the right time and 90 s ahead',
        value: readiness.join(', '),
        expected: 'pass, fail',
        holds: readiness.join() === 'pass,fail',
      },
      figure('states older than their acceptance', older, 0),
      figure('attempts beyond one a message', (await countOf(database.url, 'attempts')) - sent, 0),
      await driftFigure('MariaDB', scene, run.say),
    ]
  } finally {
    endCommands()
    await proxy.stop()
    await database.drop()
  }
}

/** One process on the embedded engines, whose clock steps. */
const embedded = async (run: CampaignRun, mails: MailJournal): Promise<readonly Figure[]> => {
  try {
    const given = { POSTRIDER_DATA_DIR: join(run.directory, 'embedded') }
    const scene = await setScene(given, mails.port, PLACES)
    const host = startShifted('start', scene, 0)
    const port = await portOf(host)
    const sender = { tenant: scene.tenant, mails, ports: [port] }
    const usual = await sendMails({ ...sender, name: 'even' }, shareOf(run, 300), APART_MS)
    const step = setInterval(() => host.process.kill('SIGUSR2'), 2_000)
    host.process.kill('SIGUSR2')
    const stepped = await sendMails({ ...sender, name: 'steps' }, shareOf(run, 600), APART_MS)
    clearInterval(step)
    const readiness = await readinessOf(port)
    await endAll([host])
    return [
      ...outcomeFigures(run, "SQLite, steps of the machine's clock by an hour", usual, stepped),
      {
        what: 'check clock after the steps',
        value: readiness,
        expected: 'pass',
        holds: readiness === 'pass',
      },
      await driftFigure('SQLite', scene, run.say),
    ]
  } finally {
    endCommands()
  }
}

/** Wrong and stepping clocks with real processes. */
export const skew: Campaign = {
  name: 'skew',
  about: 'machines whose clocks are 90 s apart, and clocks that step by an hour for 1.5 s',
  run: async (run) => {
    const mails = await openMailJournal()
    try {
      return [...(await onServers(run, mails)), ...(await embedded(run, mails))]
    } finally {
      await mails.close()
    }
  },
}
