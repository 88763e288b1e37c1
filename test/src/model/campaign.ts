import fc from 'fast-check'
import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { right } from '@postrider/conformance/outcome'
import { compareBudget, compareMessages } from './compare.js'
import {
  advances,
  allDelivered,
  dispatches,
  dispatchOf,
  receipts,
  resume,
  switches,
} from './commands/delivery.js'
import type { Command } from './commands/command.js'
import { budgets, creditOf, credits } from './commands/money.js'
import { otps, otpSeries, ends, verifies, verifiesTogether } from './commands/otps.js'
import { batches, lookUps, sends, sendsTogether } from './commands/sends.js'
import { newModel } from './model.js'
import { openPlatform, type Platform } from './platform.js'
import { newRun } from './run.js'

const MOST_COMMANDS = 40
const MOST_VIOLATIONS_SHOWN = 10
const LONGEST_RUN_MS = 60_000

/** The options of a campaign: the number of runs, and the seed. */
export interface CampaignOptions {
  readonly runs: number
  readonly seed: number
  /** The path of a failure, so that only it is repeated. */
  readonly path?: string | undefined
  /** The commands of the failure that were run. */
  readonly replayPath?: string | undefined
  /** Opens an empty database, by default of SQLite. */
  readonly open?: () => Promise<Storage>
}

const aCommand = fc.oneof(
  { weight: 8, arbitrary: credits },
  { weight: 10, arbitrary: sends },
  { weight: 5, arbitrary: sendsTogether },
  { weight: 9, arbitrary: batches },
  { weight: 8, arbitrary: otps },
  { weight: 3, arbitrary: otpSeries },
  { weight: 9, arbitrary: verifies },
  { weight: 4, arbitrary: verifiesTogether },
  { weight: 10, arbitrary: advances },
  { weight: 3, arbitrary: ends },
  { weight: 9, arbitrary: dispatches },
  { weight: 9, arbitrary: receipts },
  { weight: 4, arbitrary: switches },
  { weight: 4, arbitrary: budgets },
  { weight: 4, arbitrary: lookUps },
)

/** Brings the run's messages to an end, so that no later run finds them. */
const THE_END = [resume, dispatchOf('taken'), allDelivered]

/** The start of a run. */
interface Start {
  /** Whether its midnight ends a month. */
  readonly isMonthsLast: boolean
  readonly creditMinor: number
}

// Not shrunk: fast-check would consider commands as not run that weren't reached from another start.
const starts = fc.noShrink(
  fc.record<Start>(
    {
      isMonthsLast: fc.boolean(),
      creditMinor: fc.constantFrom(0, 99, 500, 2_000, 5_000),
    },
    { noNullPrototype: true },
  ),
)

const play = async (
  platform: Platform,
  serial: number,
  { isMonthsLast, creditMinor }: Start,
  commands: Iterable<Command>,
): Promise<void> => {
  const real = await newRun(platform, serial, isMonthsLast)
  const model = newModel(platform.time.clock.nowMs())
  if (creditMinor > 0) await creditOf(creditMinor).run(model, real)
  await fc.asyncModelRun(() => ({ model, real }), commands)
  await compareMessages(model, real)
  await compareBudget(model, real)
  for (const command of THE_END) await command.run(model, real)
  await compareMessages(model, real)
  platform.provider.submissions.splice(0)
}

/** Checks that no invariant of the database is violated, including the ledger's chains. */
const checkBooks = async ({ postrider }: Platform): Promise<void> => {
  const { violations } = await right(postrider.checkInvariants())
  expect(violations.slice(0, MOST_VIOLATIONS_SHOWN), 'broken invariants').to.deep.equal([])
}

/** How to reproduce the failure. */
const howToRepeat = (seed: number, path: string | null, report: string): string => {
  const replayPath = /replayPath="([^"]*)"/.exec(report)?.[1] ?? ''
  return `To meet it again: POSTRIDER_MODEL_SEED=${seed} POSTRIDER_MODEL_PATH=${path ?? ''} POSTRIDER_MODEL_REPLAY=${replayPath}`
}

/**
 * Runs commands on the service and on the model, each run with a tenant of its own. Throws if they differ,
 * with the shortest run that shows it. Afterwards no invariant may be violated. Runs share a database until
 * one fails, because its remains must not disturb the shrinking.
 */
export const campaign = async ({ runs, seed, path, replayPath, open }: CampaignOptions): Promise<void> => {
  let platform = await openPlatform(open)
  let serial = 0
  const commands = fc.commands([aCommand], {
    maxCommands: MOST_COMMANDS,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  })
  const property = fc.asyncProperty(starts, commands, async (start, list) => {
    serial += 1
    try {
      await play(platform, serial, start, list)
    } catch (error) {
      await platform.close()
      platform = await openPlatform(open)
      throw error
    }
  })
  try {
    const parameters = {
      numRuns: runs,
      seed,
      timeout: LONGEST_RUN_MS,
      ...(path === undefined ? {} : { path }),
    }
    const details = await fc.check(property, parameters)
    if (details.failed) {
      const report = (await fc.asyncDefaultReportMessage(details)) ?? ''
      throw new Error(`${report}\n\n${howToRepeat(details.seed, details.counterexamplePath, report)}`, {
        cause: details.errorInstance,
      })
    }
    await checkBooks(platform)
  } finally {
    await platform.close()
  }
}
