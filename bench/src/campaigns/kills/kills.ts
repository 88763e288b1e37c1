import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { eventually } from '@postrider/conformance/eventually'
import { type Smsc, startSmsc } from '@postrider/test/adapters/provider-smpp/smsc'
import { endCommands, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { lines } from '@postrider/test/crash/findings'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { serverSettings } from '../server-settings.js'
import { endAll, portOf, type Scene } from '@postrider/test/hosts/mail-scene'
import { countOf, untilSent } from '../message-counts.js'
import { composeHere, dispatchHere } from '@postrider/test/hosts/own-host'
import { acceptTexts } from '@postrider/test/hosts/http/send-sms'
import { setSmppScene } from '../smpp-scene.js'
import { settleByHand } from './settle-by-hand.js'

const KILLS = 200
const WINDOW = 10
/**
 * Messages of each life: those with an immediate response and delivery report, and those whose response comes
 * long after the dispatcher is killed.
 */
const [PROMPT, SLOW] = [3, 14]
/** Longer than any lease. */
const LATER_MS = 3 * MINUTE_MS
const FULL_WITHIN_MS = 60_000

interface Stage {
  readonly run: CampaignRun
  readonly databaseUrl: string
  readonly smsc: Smsc
  readonly scene: Scene
  /** The port of the accepting host. */
  readonly port: number
}

const padded = (value: number, digits: number): string => `${value}`.padStart(digits, '0')

/** New numbers, which determine the SMSC's responses (smsc.pl). */
const numbersOf = (life: number) => ({
  prompt: Array.from({ length: PROMPT }, (_, at) => `+9198${padded(life * PROMPT + at, 8)}`),
  slow: Array.from({ length: SLOW }, (_, at) => {
    const serial = life * SLOW + at
    return `+919993${5_000 + Math.floor(serial / 100)}${padded(serial % 100, 2)}`
  }),
})

/** One life: the dispatcher is killed once its window is full of submits without a response. */
const liveOnce = async ({ scene, smsc, port }: Stage, life: number): Promise<void> => {
  const { prompt, slow } = numbersOf(life)
  const own = new Set(slow.map((number) => number.slice(1)))
  await acceptTexts({ tenant: scene.tenant, port }, [...prompt, ...slow])
  const dispatcher = startPostrider(['dispatcher'], scene.settings)
  const unanswered = (): number =>
    smsc.submits().filter(({ destination_addr }) => own.has(destination_addr)).length
  await eventually('the window is full', () => unanswered() >= WINDOW, FULL_WITHIN_MS)
  dispatcher.process.kill('SIGKILL')
  await dispatcher.exitCode
}

/**
 * A dispatcher with a clock ahead finds the others' started work without waiting for leases. It runs until it
 * has processed the rest.
 */
const finishLater = async ({ scene, databaseUrl }: Stage): Promise<void> => {
  const clock = { nowMs: () => Date.now() + LATER_MS }
  const composition = await composeHere(scene.settings, { clock: () => clock })
  try {
    const stop = await dispatchHere(composition)
    await untilSent(databaseUrl)
    const delivered = (): Promise<number> => countOf(databaseUrl, "messages WHERE state = 'DELIVERED'")
    await eventually('the receipts came', async () => (await delivered()) >= PROMPT, FULL_WITHIN_MS)
    await stop()
  } finally {
    await composition.close()
  }
}

const figure = (what: string, value: number, expected: string, holds: boolean): Figure => ({
  what,
  value: `${value}`,
  expected,
  holds,
})

const none = (what: string, value: number): Figure => figure(what, value, '0', value === 0)

/** The number of submits of each number, from the SMSC's own log. */
const timesOf = (smsc: Smsc): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const { destination_addr: to } of smsc.submits()) times.set(`+${to}`, (times.get(`+${to}`) ?? 0) + 1)
  return times
}

const figuresOf = async (stage: Stage, lives: number): Promise<readonly Figure[]> => {
  const { databaseUrl, smsc, scene, run } = stage
  const countIn = (where: string): Promise<number> => countOf(databaseUrl, `messages WHERE ${where}`)
  const unknown = await countIn("state = 'UNCONFIRMED'")
  const delivered = await countIn("state = 'DELIVERED'")
  const others = await countIn("state NOT IN ('UNCONFIRMED', 'SUBMITTED', 'DELIVERED')")
  const { settled, violations } = await settleByHand(scene, new Set(timesOf(smsc).keys()))
  const left = await countIn("state IN ('ACCEPTED', 'UNCONFIRMED')")
  for (const line of lines(violations)) run.say(line)
  const times = [...timesOf(smsc).values()]
  return [
    none(`${lives} kills with a full window of ${WINDOW}: sent twice`, times.filter((one) => one > 1).length),
    figure('unknown', unknown, `at least ${lives * WINDOW}`, unknown >= lives * WINDOW),
    figure('delivered, by receipts', delivered, `at least ${PROMPT}`, delivered >= PROMPT),
    none('lost, or failed though perhaps sent', others),
    figure('settled by an operator', settled, `${unknown}`, settled === unknown),
    none('open after that', left),
    none('violations of the invariants', violations.length),
  ]
}

/** Dispatchers that are killed with a full window of submits to an SMSC. */
export const kills: Campaign = {
  name: 'kills',
  about: 'kill -9 of dispatchers whose window of submits to an SMSC is full',
  run: async (run) => {
    const database = await createDatabase(run.mysqlUrl)
    const smsc = await startSmsc()
    try {
      const given = serverSettings(run, database.url)
      const scene = await setSmppScene(given, smsc.port, { maxConcurrent: WINDOW })
      const http = startPostrider(['http'], scene.settings)
      const stage: Stage = { run, databaseUrl: database.url, smsc, scene, port: await portOf(http) }
      const lives = shareOf(run, KILLS)
      for (let life = 0; life < lives; life += 1) {
        await liveOnce(stage, life)
        if (life % 10 === 9) run.say(`${life + 1} dispatchers were killed`)
      }
      await acceptTexts({ tenant: scene.tenant, port: stage.port }, numbersOf(lives).prompt)
      await endAll([http])
      await finishLater(stage)
      return await figuresOf(stage, lives)
    } finally {
      endCommands()
      await smsc.kill()
      await database.drop()
    }
  },
}
