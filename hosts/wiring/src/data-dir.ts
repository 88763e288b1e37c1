import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { E } from '@postrider/core/fp'
import type { SettingFault } from './setting-sources.js'
import type { Settings } from './settings.js'

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? String(cause)

/** The file of the generated master key of an embedded installation. */
export const masterKeyFile = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'master.key')

/** Creates the data directory, accessible only to its owner, if it is missing; left: it isn't usable. */
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

/** The master key of the data directory; if there is none, it is generated, readable only by its owner. */
export const ownMasterKey = (settings: Pick<Settings, 'dataDir'>): string => {
  const file = masterKeyFile(settings)
  if (!existsSync(file)) {
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, `${newMasterKey()}\n`, { mode: 0o600, flag: 'wx' })
    } catch (cause) {
      // Another process was first, so its key is used.
      if (codeOf(cause) !== 'EEXIST') throw cause
    }
  }
  return readFileSync(file, 'utf8').trim()
}
