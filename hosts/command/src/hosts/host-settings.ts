import { E } from '@postrider/core/fp'
import { gatherSettings, readDotEnv } from '@postrider/wiring/dot-env'
import { type ProcessEnvironment, faultLine, type SettingFault } from '@postrider/wiring/setting-sources'
import { parseSettings, type Settings } from '@postrider/wiring/settings'
import { type CommandFailure, EXIT } from '../exit-code.js'

const misconfigured = (faults: readonly SettingFault[]): CommandFailure => ({
  exitCode: EXIT.configuration,
  lines: faults.map(faultLine),
})

/** The settings from the environment only, or a line for each invalid one. */
export const readEnvironment = (environment: ProcessEnvironment): E.Either<CommandFailure, Settings> =>
  E.mapLeft(misconfigured)(parseSettings(environment))

/**
 * The settings from the environment and from `.env` in the working folder, or a line for each invalid one.
 */
export const readHostSettings = (environment: ProcessEnvironment): E.Either<CommandFailure, Settings> => {
  const cwd = process.cwd()
  const dotEnv = readDotEnv(cwd)
  if (E.isLeft(dotEnv)) return E.left(misconfigured([dotEnv.left]))
  const { environment: all, fromFile } = gatherSettings(environment, dotEnv.right)
  return E.mapLeft(misconfigured)(parseSettings(all, cwd, fromFile))
}
