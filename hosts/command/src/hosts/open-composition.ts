import { existsSync } from 'node:fs'
import { E } from '@postrider/core/fp'
import { compose, type Composition, type ComposeOptions } from '@postrider/wiring/compose'
import { prepareDataDir } from '@postrider/wiring/data-dir'
import { type ProcessEnvironment, faultLine } from '@postrider/wiring/setting-sources'
import { databaseFile, isEmbedded, type Settings } from '@postrider/wiring/settings'
import { claimKeyOrFail } from './claim-key-or-fail.js'
import { readHostSettings } from './host-settings.js'
import { EXIT, type CommandFailure, failure, sentenceOf } from '../exit-code.js'

/** Creates the data directory if necessary and composes the process. */
export const openComposition = async (
  settings: Settings,
  options: ComposeOptions = {},
): Promise<E.Either<CommandFailure, Composition>> => {
  const prepared = isEmbedded(settings) ? prepareDataDir(settings) : E.right(undefined)
  if (E.isLeft(prepared)) return E.left(failure(faultLine(prepared.left), EXIT.configuration))
  try {
    return E.right(await compose(settings, options))
  } catch (cause) {
    return E.left(failure(`postrider cannot start: ${sentenceOf(cause)}`))
  }
}

const missingDatabase = (settings: Settings): CommandFailure | undefined => {
  if (!isEmbedded(settings) || existsSync(databaseFile(settings))) return undefined
  return failure(
    `there is no database at ${databaseFile(settings)} yet: check POSTRIDER_DATA_DIR, or run postrider setup`,
  )
}

export interface ToolOptions extends ComposeOptions {
  /** Whether the tool needs an existing database. */
  readonly readsDatabase?: boolean
  /** Whether it seals data or writes to the audit log: it then needs the installation's key. */
  readonly seals?: boolean
}

/** Composes a process from the environment, runs the work with it, and always closes it. */
export const withComposition = async (
  environment: ProcessEnvironment,
  options: ToolOptions,
  use: (composition: Composition) => Promise<number>,
): Promise<E.Either<CommandFailure, number>> => {
  const settings = readHostSettings(environment)
  if (E.isLeft(settings)) return settings
  const missing = options.readsDatabase === true ? missingDatabase(settings.right) : undefined
  if (missing !== undefined) return E.left(missing)
  const opened = await openComposition(settings.right, options)
  if (E.isLeft(opened)) return opened
  try {
    const claimed = options.seals === true ? await claimKeyOrFail(opened.right) : E.right(undefined)
    return E.isLeft(claimed) ? claimed : E.right(await use(opened.right))
  } finally {
    await opened.right.close()
  }
}
