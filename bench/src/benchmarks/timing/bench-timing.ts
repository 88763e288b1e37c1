import { seeded } from '@postrider/conformance/builders/seeded'
import { type BenchRun, variantOf } from '../bench-run.js'
import { type BenchTenant, otps, sendRequest } from '../requests.js'
import { startServer } from '../server-process.js'
import { say } from '../say.js'
import { figure, printTable } from '../table.js'
import type { Estimate } from './statistics.js'
import { judgePair, type TimedResult, timePair } from './timed-pair.js'
import { openTimedClient, type TimedClient } from './timed-client.js'
import { postRequest, type Subjects, timingPairs, WRONG_CODE } from './timing-pairs.js'
import { setTimingStage, STAGE_PASSWORD, type TimingStage } from './timing-stage.js'

/** The options of the report. */
export interface TimingPlan {
  /**
   * The samples of pairs that hash a password. Other pairs take a fiftieth of the time and get ten times as
   * many.
   */
  readonly samples: number
  /** The seed of orders and resampling; the times are real. */
  readonly seed: number
}

const DATABASE_FACTOR = 10
/** More than the warm-up of a pair uses. */
const SPARE = 50
/** The number of reusable subjects. */
const SUBJECTS = 100
const MOST_TRIES = 5

const answered = async (client: TimedClient, request: Buffer, name: string): Promise<string> => {
  const { status, body } = await client.ask(request)
  const value = (JSON.parse(body) as Readonly<Record<string, unknown>>)[name]
  if (typeof value !== 'string') throw new Error(`no ${name}: ${status} ${body}`)
  return value
}

const manyOf = async (make: (serial: number) => Promise<string>): Promise<readonly string[]> => {
  const made: string[] = []
  for (let serial = 0; serial < SUBJECTS; serial += 1) made.push(await make(serial))
  return made
}

const challengesOf = (client: TimedClient, tenant: BenchTenant, offset: number) => {
  const request = otps([tenant], `timing-${offset}`, offset)
  return manyOf((serial) => answered(client, request(serial), 'challengeId'))
}

const subjectsOf = async (client: TimedClient, stage: TimingStage): Promise<Subjects> => {
  const { mine, foreign, member } = stage
  const lockedChallenges = await challengesOf(client, mine, SUBJECTS)
  for (const challengeId of lockedChallenges)
    for (let tries = 0; tries < MOST_TRIES; tries += 1)
      await client.ask(postRequest('/v1/otp/verify', { challengeId, code: WRONG_CODE }, mine.credential))
  const credentials = { email: member, password: STAGE_PASSWORD }
  return {
    stage,
    lockedChallenges,
    foreignChallenges: await challengesOf(client, foreign, 0),
    foreignMessages: await manyOf((serial) =>
      answered(client, sendRequest(foreign, `timing-${serial}`, serial), 'messageId'),
    ),
    accessToken: await answered(client, postRequest('/v1/sessions', credentials), 'accessToken'),
  }
}

const intervalText = ({ value, low, high }: Estimate, digits: number): string =>
  `${figure(value, digits)} [${figure(low, digits)}, ${figure(high, digits)}]`

const rowOf = (result: TimedResult): readonly string[] => {
  const { pair, samples, medians, difference, auc, isOneShape } = result
  const [one, other] = pair.sides
  return [
    `${pair.name}: ${one.label} | ${other.label}`,
    String(samples),
    figure(medians[0], 3),
    figure(medians[1], 3),
    intervalText(difference, 3),
    intervalText(auc, 3),
    isOneShape ? 'equal' : 'differ',
    judgePair(result),
  ]
}

const HEAD = ['pair', 'samples', 'p50 ms', 'p50 ms', 'difference ms', 'rank AUC', 'lengths', 'limits']

/**
 * Whether responses that must be indistinguishable can be told apart by their time and form
 * (docs/promises#enumeration).
 */
export const benchTiming = async (run: BenchRun, { samples, seed }: TimingPlan): Promise<void> => {
  const { drop, ...variant } = await variantOf(run, {
    name: 'timing',
    acceptance: 'real',
    engine: 'SQLite',
    tenants: 0,
  })
  const users = 2 * (samples + SPARE)
  const stage = await setTimingStage(variant, { users, endedSessions: SUBJECTS })
  const server = await startServer(variant)
  const client = await openTimedClient(server.port)
  const random = seeded(seed)
  try {
    const results: TimedResult[] = []
    for (const pair of timingPairs(await subjectsOf(client, stage), users)) {
      const factor = pair.path === 'hash' ? 1 : DATABASE_FACTOR
      say(`timing: ${pair.name}`)
      results.push(await timePair(client, pair, samples * factor, random))
    }
    const limits = 'limits: 1 ms (3 % where a password is hashed), AUC 0.47 to 0.53'
    printTable(
      `Timing: pairs in random order, seed ${seed}; 95 % intervals; ${limits}`,
      HEAD,
      results.map(rowOf),
    )
  } finally {
    client.close()
    await server.stop()
    await drop()
  }
}
