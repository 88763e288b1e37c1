import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { right } from '@postrider/conformance/outcome'
import { eventually } from '@postrider/conformance/eventually'
import { readText } from '@postrider/storage-sql/cells/cell'
import { idOf } from '@postrider/storage-sql/cells/id-cell'
import { statement } from '@postrider/storage-sql/engine/template'
import { E } from '@postrider/core/fp'
import { endCommands } from '@postrider/test/hosts/cli/run-postrider'
import { aSend } from '@postrider/test/hosts/http/a-send'
import { valueIn } from '@postrider/test/hosts/http/refusals'
import type { ConsoleProcess } from '@postrider/test/hosts/live/console-process'
import type { LiveClient } from '@postrider/test/hosts/live/live-client'
import { type AtConsole, type LiveStage, openLiveFixture } from '@postrider/test/hosts/live/live-fixture'
import { type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { serverCopies } from '../restore/installation.js'
import { atLeast, none } from './figures.js'
import { type Screen, watchMessages } from './screen.js'
import { engineAt } from './trial-table.js'

const SCREENS = 4
const CONSOLES = 2
const SNAPSHOTS_AT_ONCE = 4
const WITHIN_MS = 60_000
/** A person may make twenty calls per second, and a race is two calls. */
const RACE_MS = 125

/** Two consoles that are killed and started again, and their screens. */
interface Trial {
  readonly run: CampaignRun
  readonly live: LiveStage
  readonly consoles: ConsoleProcess[]
  readonly screens: readonly Screen[]
  /** The signed-in people of the screens, a different one for each. */
  readonly people: AtConsole[]
  killed: number
}

const findMessages = statement('SELECT id FROM messages')

/** All messages that were committed. */
const committed = async ({ live: { storageUrl } }: Trial): Promise<ReadonlySet<string>> => {
  const engine = engineAt(storageUrl)
  try {
    const read = await engine.read([findMessages()], 'each')
    if (E.isLeft(read)) throw new Error(read.left.cause)
    return new Set((read.right[0] ?? []).map(([id]) => idOf('msg', readText(id))))
  } finally {
    await engine.close()
  }
}

const differing = (screen: Screen, all: ReadonlySet<string>): { lost: number; ghosts: number } => {
  const shown = screen.messageIds()
  return {
    lost: [...all].filter((id) => !shown.has(id)).length,
    ghosts: [...shown].filter((id) => !all.has(id)).length,
  }
}

/** Waits until every screen shows the committed messages; otherwise returns the differences. */
const compared = async (trial: Trial, when: string): Promise<readonly Figure[]> => {
  const all = await committed(trial)
  const isAll = (): boolean =>
    trial.screens.every((screen) => {
      const { lost, ghosts } = differing(screen, all)
      return lost + ghosts === 0
    })
  await eventually(`screens ${when}`, isAll, WITHIN_MS).catch(() => undefined)
  const sum = (what: 'lost' | 'ghosts'): number =>
    trial.screens.reduce((total, screen) => total + differing(screen, all)[what], 0)
  trial.run.say(`consoles, ${when}: ${all.size} messages, ${trial.killed} consoles killed`)
  return [
    none(`lost by ${SCREENS} screens, ${when}`, sum('lost')),
    none(`shown and not there, ${when}`, sum('ghosts')),
  ]
}

const send = async ({ http }: LiveStage): Promise<string> => {
  const reply = await http.call('POST', '/v1/messages', aSend(http.mine))
  if (reply.status !== 202) throw new Error(`a send was answered ${reply.status}`)
  return String(valueIn(reply, 'messageId'))
}

/** Kills a console like a power loss, and starts another in its place. */
const killNext = async (trial: Trial): Promise<void> => {
  const place = trial.killed % CONSOLES
  await trial.consoles[place]?.kill()
  trial.consoles[place] = await trial.live.startConsole()
  trial.killed += 1
}

/** Accepts messages while consoles are killed and connections cut. */
const write = async (trial: Trial, count: number, kills: number): Promise<void> => {
  const killsEvery = Math.ceil(count / (kills + 1))
  const cutsEvery = Math.max(1, Math.floor(count / 20))
  let killing = Promise.resolve()
  for (let sent = 1; sent <= count; sent += 1) {
    await send(trial.live)
    if (sent % killsEvery === 0 && sent < count) killing = killing.then(() => killNext(trial))
    if (sent % cutsEvery === 0) trial.screens[(sent / cutsEvery) % SCREENS]?.cut()
  }
  await killing
}

/**
 * Whether a snapshot with the following changes contains everything that was being committed when it was
 * requested.
 */
const race = async (live: LiveStage, client: LiveClient, name: string): Promise<boolean> => {
  const sending = [send(live), send(live)]
  const call = { subscription: name, operation: 'listMessages', request: { limit: 20 } }
  const begun = await client.call('live.subscribe', call)
  if (begun.error !== undefined) return false
  const sent = await Promise.all(sending)
  const shown = (): string =>
    JSON.stringify(client.frames.filter(({ params }) => params?.['subscription'] === name))
  const isAll = (): boolean => sent.every((id) => shown().includes(id))
  const isShown = await eventually(name, isAll, 20_000).then(
    () => true,
    () => false,
  )
  await client.call('live.unsubscribe', { subscription: name })
  return isShown
}

/** Requests snapshots during commits, and counts those that missed something. */
const raceSnapshots = async ({ live, consoles, run }: Trial): Promise<readonly Figure[]> => {
  const rounds = Math.ceil(shareOf(run, 1_000) / SNAPSHOTS_AT_ONCE)
  let missed = 0
  const lane = async (at: number): Promise<void> => {
    const who = await live.signIn()
    const enter = () => consoles[at % CONSOLES]?.enter(who)
    let client = await enter()
    for (let round = 0; round < rounds; round += 1) {
      // Everything a client has received is searched each time, so it is replaced by a new one.
      if (round % 25 === 24) {
        client?.cut()
        client = await enter()
      }
      const paced = sleep(RACE_MS)
      if (client === undefined || !(await race(live, client, `race-${round}`))) missed += 1
      await paced
    }
    client?.cut()
  }
  await Promise.all(Array.from({ length: SNAPSHOTS_AT_ONCE }, (_, at) => lane(at)))
  const count = rounds * SNAPSHOTS_AT_ONCE
  return [none(`snapshots of ${count} that missed what raced them`, missed)]
}

/**
 * Releases a restored database over a socket, which ends every session. The watching people sign in again.
 */
const release = async (trial: Trial): Promise<void> => {
  const { live, consoles, people } = trial
  const signInAnew = async (): Promise<void> => {
    for (const [at, { userId }] of people.entries()) people[at] = await live.signInAgain(userId)
  }
  await right(live.postrider.checkInstallationIdentity())
  await signInAnew()
  const [first] = people
  if (first === undefined) throw new Error('nobody watches')
  const client = await consoles[0]?.enter(first)
  const { result } = (await client?.call('getRestoration', {})) ?? {}
  const rightsVersion = result?.['rightsVersion']
  const ended = await client?.call('endRestoration', { rightsVersion, reason: 'It was looked at.' })
  if (ended?.error !== undefined) throw new Error(`not released: ${JSON.stringify(ended.error)}`)
  await signInAnew()
  await eventually('sends are taken again', () => send(live).then(Boolean, () => false), WITHIN_MS)
}

const tryOut = async (trial: Trial): Promise<readonly Figure[]> => {
  const { run, live, screens } = trial
  const [count, kills] = [shareOf(run, 6_000), shareOf(run, 40)]
  const figures: Figure[] = []
  await write(trial, Math.ceil(count / 2), Math.ceil(kills / 2))
  figures.push(...(await compared(trial, 'under killed consoles')))
  figures.push(...(await raceSnapshots(trial)))
  const settings = {
    POSTRIDER_STORAGE_URL: live.storageUrl,
    POSTRIDER_MASTER_KEY: live.masterKey,
    POSTRIDER_QUEUE_URL: run.amqpUrl,
    POSTRIDER_DATA_DIR: join(run.directory, 'consoles'),
  }
  const copies = await serverCopies(settings, run.directory, live.storageUrl)
  await copies.backUp()
  await write(trial, Math.ceil(count / 4), Math.floor(kills / 2))
  figures.push(...(await compared(trial, 'after the backup')))
  const before = (await committed(trial)).size
  await copies.putBack()
  const gone = before - (await committed(trial)).size
  figures.push(...(await compared(trial, 'after it was put back under them')))
  await release(trial)
  await write(trial, Math.ceil(count / 4), 0)
  figures.push(...(await compared(trial, 'after the release')))
  const total = (of: (screen: Screen) => number): number =>
    screens.reduce((sum, screen) => sum + of(screen), 0)
  const faults = screens.flatMap((screen) => screen.faults)
  run.say(
    `consoles: ${total((each) => each.connections())} connections, ${total((each) => each.resumed())} went on, ` +
      `${total((each) => each.snapshots())} read anew ${faults.slice(0, 3).join('; ')}`,
  )
  return [
    ...figures,
    atLeast('killed', trial.killed, kills - 1),
    atLeast('messages that the backup did not have', gone, 1),
    atLeast(
      'connections that went on where they were',
      total((each) => each.resumed()),
      1,
    ),
    none(
      'changes that came twice where a subscription went on',
      total((each) => each.twice()),
    ),
    none('events out of their order, and subscriptions refused', faults.length),
  ]
}

/** Screens of two consoles that are killed, whose connections are cut, and whose database is restored. */
export const onConsoles = async (run: CampaignRun): Promise<readonly Figure[]> => {
  const live = await openLiveFixture({}, 'MariaDB')
  const consoles: ConsoleProcess[] = []
  const screens: Screen[] = []
  try {
    for (let at = 0; at < CONSOLES; at += 1) consoles.push(await live.startConsole())
    const people: AtConsole[] = []
    const trial: Trial = { run, live, consoles, screens, people, killed: 0 }
    const ports = (): readonly number[] => consoles.map(({ port }) => port)
    for (let at = 0; at < SCREENS; at += 1) {
      people.push(await live.signIn())
      screens.push(watchMessages({ ports, cookie: () => people[at]?.cookie ?? '' }, at))
    }
    const figures = await tryOut(trial)
    return figures.map((each) => ({ ...each, what: `Consoles: ${each.what}` }))
  } finally {
    await Promise.all(screens.map((screen) => screen.stop()))
    endCommands()
    await live.close()
  }
}
