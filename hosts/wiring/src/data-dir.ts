import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { E } from '@postrider/core/fp'
import type { SettingFault } from './setting-sources.js'
import type { Settings } from './settings.js'

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? String(cause)

/** Where the generated master key of an embedded installation lies. */
export const masterKeyFile = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'master.key')

/** Makes the data directory, for its owner alone, where it is missing; left: it is not usable. */
export const prepareDataDir = ({ dataDir }: Pick<Settings, 'dataDir'>): E.Either<SettingFault, void> => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return E.right(undefined)
  } catch (cause) {
    return E.left({
      name: 'POSTRIDER_DATA_DIR',
      problem: `the directory ${dataDir} cannot be made or written to (${codeOf(cause)}): give it to the user who runs this, or name another one`,
    })
  }
}

/** The master key of the data directory; made, readable by its owner alone, when there is none yet. */
export const ownMasterKey = (settings: Pick<Settings, 'dataDir'>): string => {
  const file = masterKeyFile(settings)
  if (!existsSync(file)) {
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, `${newMasterKey()}\n`, { mode: 0o600, flag: 'wx' })
    } catch (cause) {
      // Another process was first: its key is the one.
      if (codeOf(cause) !== 'EEXIST') throw cause
    }
  }
  return readFileSync(file, 'utf8').trim()
}
