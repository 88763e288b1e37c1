import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { seeded } from '@postrider/conformance/builders/seeded'
import { endCommands } from '@postrider/test/hosts/cli/run-postrider'
import { composeHere, dispatchHere } from '@postrider/test/hosts/own-host'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { type Crew, startCrew } from './crew.js'
import { finish } from './finish.js'
import { latestOf } from './follow-stream.js'
import { openGround } from './ground.js'
import { judge } from './judge.js'
import { openReceivers } from './receivers.js'
import { sendEmail } from './send-email.js'
import { setStage, type Stage } from './stage.js'

const MESSAGES = 100_000
const KILLS = 60
/** Each how many kills the victim is the host. */
const HOST_EVERY = 3
const AT_ONCE = 16
const KILLED_WITHIN_MS = 1_000
/** The longest time without a delivery while a backlog is delivered. */
const MOST_QUIET_MS = MINUTE_MS
const LOOK_EVERY_MS = 100
/** Longer than any lease of an endpoint. */
const LEASES_END_MS = 3 * MINUTE_MS

/** The messages of each customer, in the order of {@link Stage.customers}. */
type Sent = ReadonlyArray<readonly string[]>

/** Sends emails with these serial numbers for each customer. */
const sendRange = (stage: Stage, portOf: () => number, from: number, to: number): Promise<Sent> =>
  Promise.all(
    stage.customers.map(async ({ tenant }) => {
      const ids: string[] = []
      let next = from
      const work = async (): Promise<void> => {
        while (next < to) {
          const serial = next
          next += 1
          ids.push(await sendEmail(tenant, portOf, serial))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return ids
    }),
  )

/** Whether the receivers of each customer know a later event. */
const knowLater = ({ customers }: Stage, latest: readonly number[]): boolean =>
  customers.every(({ app }, at) => [...app.idOf.keys()].some((sequence) => sequence > (latest[at] ?? 0)))

const killOne = async ({ fraction }: Stage, crew: Crew, at: number): Promise<void> => {
  await pause(fraction() * KILLED_WITHIN_MS)
  await (at % HOST_EVERY === HOST_EVERY - 1 ? crew.killHost() : crew.killDispatcher())
}

/** The messages that were sent before the backup, and the newest sequence of each customer after it. */
interface BackedUp {
  readonly kept: readonly Sent[]
  readonly latest: readonly number[]
}

/** Sends in portions, kills a process in each, and backs the database up before the last ones. */
const sendWithKills = async (stage: Stage, crew: Crew, kills: number): Promise<BackedUp> => {
  const { run, ground, settings } = stage
  const perCustomer = Math.ceil(shareOf(run, MESSAGES) / stage.customers.length)
  const size = Math.ceil(perCustomer / (kills + 1))
  const kept: Sent[] = []
  const lastKept = Math.floor((2 * (kills - 1)) / 3)
  let latest: readonly number[] = []
  for (let at = 0; at < kills; at += 1) {
    const [sent] = await Promise.all([
      sendRange(stage, crew.port, at * size, (at + 1) * size),
      killOne(stage, crew, at),
    ])
    if (at <= lastKept) kept.push(sent)
    if (at === lastKept) {
      await ground.backUp(settings)
      latest = await Promise.all(stage.customers.map((customer) => latestOf(customer, crew.port())))
    }
    if (at % 10 === 9) run.say(`${ground.name}: ${at + 1} processes were killed`)
  }
  return { kept, latest }
}

/**
 * Delivers until receivers know events after the backup, which the restore then loses. Killed dispatchers hold the
 * leases of endpoints, so the clock of this one is ahead of their ends.
 */
const deliverBeyond = async (stage: Stage, latest: readonly number[]): Promise<void> => {
  const { arrived } = stage.receivers
  const composition = await composeHere(stage.settings, {
    clock: () => ({ nowMs: () => Date.now() + LEASES_END_MS }),
  })
  try {
    const stop = await dispatchHere(composition)
    for (let [before, sinceMs] = [arrived(), Date.now()]; !knowLater(stage, latest);) {
      await pause(LOOK_EVERY_MS)
      if (arrived() > before) [before, sinceMs] = [arrived(), Date.now()]
      else if (Date.now() - sinceMs > MOST_QUIET_MS) throw new Error('no event after the backup is delivered')
    }
    await stop()
  } finally {
    await composition.close()
  }
}

/** Plays everything on one engine: traffic with kills, then a restore, then more. */
const play = async (stage: Stage): Promise<readonly Figure[]> => {
  const { run, ground } = stage
  const kills = Math.max(HOST_EVERY, shareOf(run, KILLS))
  const crew = await startCrew(stage)
  const { kept, latest } = await sendWithKills(stage, crew, kills)
  await crew.stop()
  await deliverBeyond(stage, latest)
  run.say(`${ground.name}: ${stage.receivers.arrived()} deliveries arrived, and the backup is put back`)
  await ground.putBack()
  for (const { endpoints } of stage.customers) for (const { journal } of endpoints) journal.loses()
  const serial = shareOf(run, MESSAGES)
  const last = Math.ceil(serial / kills)
  const played = await finish(stage, kept, (port) => sendRange(stage, () => port, serial, serial + last))
  return judge(ground.name, played, { kills, mostMiB: crew.mostMiB() })
}

const playOn = async (run: CampaignRun, engine: 'mariadb' | 'postgres'): Promise<readonly Figure[]> => {
  const ground = await openGround(run, engine)
  const { fraction } = seeded(run.seed)
  const receivers = await openReceivers(fraction)
  try {
    return await play(await setStage(run, ground, receivers, fraction))
  } finally {
    receivers.close()
    await ground.drop()
  }
}

/** Events that are delivered to endpoints of every kind while processes die, across a restore. */
export const events: Campaign = {
  name: 'events',
  about:
    'events to 20 endpoints with six behaviors and to the event receiver, under kill -9 of dispatchers and hosts, and a restore',
  hasPostgres: true,
  shareInTests: 0.002,
  run: async (run) => {
    try {
      return (await Promise.all([playOn(run, 'mariadb'), playOn(run, 'postgres')])).flat()
    } finally {
      endCommands()
    }
  },
}
