import { campaign } from './campaign.js'

/** The number of runs of a usual test. Campaigns make more. */
const USUAL_RUNS = 125
const USUAL_SEED = 20_260_115
const LONGEST_RUN_MS = 2_000

const option = (name: string): string | undefined => process.env[`POSTRIDER_MODEL_${name}`]

const runs = Number(option('RUNS') ?? USUAL_RUNS)
// A campaign uses other values each time. A test fails the same way each time.
const seed = Number(option('SEED') ?? (option('RUNS') === undefined ? USUAL_SEED : Date.now() % 2 ** 31))

describe('The service and its model', () => {
  it(`give the same results for any actions in any order: ${runs} runs`, async () => {
    await campaign({ runs, seed, path: option('PATH'), replayPath: option('REPLAY') })
  }).timeout(Math.max(60_000, runs * LONGEST_RUN_MS))
})
