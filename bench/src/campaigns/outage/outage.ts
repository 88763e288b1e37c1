import { HOUR_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { DEFAULT_PACE, type DispatcherIntervals } from '@postrider/dispatcher/pace'
import { eventually } from '@postrider/conformance/eventually'
import { type Smsc, startSmsc } from '@postrider/test/adapters/provider-smpp/smsc'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { serverSettings } from '../server-settings.js'
import { countOf } from '../message-counts.js'
import { acceptHere, composeHere, dispatchHere } from '@postrider/test/hosts/own-host'
import { acceptOtps, acceptTexts, type SmsSender } from '@postrider/test/hosts/http/send-sms'
import { setSmppScene } from '../smpp-scene.js'
import { type QuickTime, quickTime } from './quick-time.js'

/** The tests also run the whole outage of their share, in accelerated time. */
const TIMES_IN_TESTS = 10
const OTPS = 10
const OTP_SECONDS = 60
/** The acceptance rate per second during the outage, and the account's rate afterwards. */
const ACCEPTED_A_SECOND = 1.2
const RATE = { whole: 10, inTests: 5 }
/** The allowed factor over the duration that the rate allows. */
const LONGER = 2
/** The wait is given up after this factor. The tests' processors are shared, and no test asserts on time. */
const GIVEN_UP_AFTER = 16
/** The response timeout: the maximum in accelerated time. */
const ANSWER_MS = { whole: 15 * SECOND_MS, inTests: 30 * SECOND_MS }
const EVERY_MS = 5 * SECOND_MS
const BACK_WITHIN_MS = 200 * SECOND_MS

/** The dispatcher's own intervals, at the same frequency as in normal time. */
const CALM_PACE: Partial<DispatcherIntervals> = Object.fromEntries(
  Object.entries(DEFAULT_PACE)
    .filter(([name]) => name !== 'prefetch')
    .map(([name, ms]) => [name, ms * TIMES_IN_TESTS]),
)

interface Stage {
  readonly run: CampaignRun
  readonly databaseUrl: string
  readonly smsc: Smsc
  readonly sender: SmsSender
  readonly time: QuickTime
  readonly rate: number
}

const figure = (what: string, value: number, most: number, unit = ''): Figure => ({
  what,
  value: `${Math.round(value)}${unit}`,
  expected: most === 0 ? '0' : `at most ${most}${unit}`,
  holds: value <= most,
})

/** Accepts messages during the outage, and returns the number. */
const acceptMeanwhile = async ({ run, sender, time }: Stage): Promise<number> => {
  const slices = Math.max(1, Math.round(shareOf(run, HOUR_MS) / EVERY_MS))
  const each = (ACCEPTED_A_SECOND * EVERY_MS) / SECOND_MS
  const beganMs = time.clock.nowMs()
  for (let slice = 0; slice < slices; slice += 1) {
    const numbers = Array.from(
      { length: each },
      (_, at) => `+9197${String(slice * each + at).padStart(8, '0')}`,
    )
    await acceptTexts(sender, numbers)
    await time.pause(Math.max(0, beganMs + EVERY_MS * (slice + 1) - time.clock.nowMs()))
    if (slice % 60 === 59) run.say(`${slice + 1} of ${slices} times 5 s are over`)
  }
  return slices * each
}

/** The time from the first sent message until none waits. */
const drain = async ({ databaseUrl, smsc, time, run, rate }: Stage, backlog: number): Promise<number> => {
  const before = smsc.submits().length
  const real = (ms: number): number => Math.max(30_000, ms)
  await eventually('a message goes', () => smsc.submits().length > before, real(BACK_WITHIN_MS))
  const beganMs = time.clock.nowMs()
  run.say(`the first of ${backlog} goes`)
  const waiting = (): Promise<number> => countOf(databaseUrl, "messages WHERE state = 'ACCEPTED'")
  const longestMs = (GIVEN_UP_AFTER * backlog * SECOND_MS) / rate
  while ((await waiting()) > 0 && time.clock.nowMs() - beganMs < longestMs) await time.pause(SECOND_MS)
  return (time.clock.nowMs() - beganMs) / SECOND_MS
}

const play = async (stage: Stage): Promise<readonly Figure[]> => {
  const { run, databaseUrl, smsc, sender, time, rate } = stage
  const countIn = (where: string): Promise<number> => countOf(databaseUrl, `messages WHERE ${where}`)
  await acceptTexts(sender, ['+919800000001'])
  await eventually('the first is delivered', async () => (await countIn("state = 'DELIVERED'")) === 1, 30_000)
  await smsc.kill()
  const { accepted: otps, refused } = await acceptOtps(
    sender,
    Array.from({ length: OTPS }, (_, at) => `+9196000000${at}0`.padEnd(13, '1')),
    OTP_SECONDS,
  )
  const backlog = await acceptMeanwhile(stage)
  const sentMeanwhile = smsc.submits().length - 1
  await smsc.start()
  const seconds = await drain(stage, backlog)
  const numbers = smsc.submits().map(({ destination_addr: to }) => to)
  const ofOtps = numbers.filter((to) => otps.includes(`+${to}`))
  const most = ((run.share < 1 ? GIVEN_UP_AFTER : LONGER) * backlog) / rate
  return [
    figure(`an outage of ${shareOf(run, HOUR_MS) / SECOND_MS} s: sent while it lasted`, sentMeanwhile, 0),
    figure(`${backlog} messages: still waiting`, await countIn("state = 'ACCEPTED'"), 0),
    figure(
      'failed or expired though still valid',
      (await countIn("state IN ('FAILED', 'UNCONFIRMED', 'EXPIRED', 'CANCELLED', 'UNDELIVERED')")) -
        otps.length,
      0,
    ),
    figure('failures of work on them', await countOf(databaseUrl, 'processing_failures'), 0),
    figure('not at the SMSC', backlog - new Set(numbers.slice(1)).size, 0),
    figure('sent twice', numbers.length - new Set(numbers).size, 0),
    figure(`the backlog is gone, at ${rate} a second, after`, seconds, most, ' s'),
    {
      what: `OTPs of ${OTP_SECONDS} s: refused as the outage was known, expired, sent, charged`,
      value: [
        refused,
        await countIn("state = 'EXPIRED'"),
        ofOtps.length,
        await countIn("state = 'EXPIRED' AND billing <> 'released'"),
      ].join(', '),
      expected: `${OTPS} together, 0, 0`,
      holds:
        (otps.length > 0 || time.times > 1) &&
        ofOtps.length === 0 &&
        (await countIn("state = 'EXPIRED' AND billing = 'released'")) === otps.length,
    },
  ]
}

/** The only account is unavailable for an hour, and returns to a backlog. */
export const outage: Campaign = {
  name: 'outage',
  about: 'an hour without the only account, and the backlog after it',
  run: async (run) => {
    const database = await createDatabase(run.mysqlUrl)
    const smsc = await startSmsc()
    const isTest = run.share < 1
    const time = quickTime(isTest ? TIMES_IN_TESTS : 1)
    const rate = isTest ? RATE.inTests : RATE.whole
    try {
      const given = { ...serverSettings(run, database.url), POSTRIDER_DRAIN_PAUSE_MS: '0' }
      const scene = await setSmppScene(given, smsc.port, {
        maxConcurrent: 10,
        ratePerSecond: rate,
        timeoutMs: isTest ? ANSWER_MS.inTests : ANSWER_MS.whole,
      })
      const { clock, timers } = time
      const composition = await composeHere(scene.settings, { clock: () => clock, timers: () => timers })
      const stopDispatching = await dispatchHere(composition, isTest ? CALM_PACE : {})
      const { port, stop } = await acceptHere(composition)
      try {
        const sender = { tenant: scene.tenant, port }
        return await play({ run, databaseUrl: database.url, smsc, sender, time, rate })
      } finally {
        await stop()
        await stopDispatching()
        await composition.close()
      }
    } finally {
      await smsc.kill()
      await database.drop()
    }
  },
}
