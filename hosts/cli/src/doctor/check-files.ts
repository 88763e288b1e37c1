import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { masterKeyFile } from '@postrider/wiring/data-dir'
import { databaseFile, isEmbedded, type Settings } from '@postrider/wiring/settings'
import { fine, type Finding, wrong } from './finding.js'

const OTHERS = 0o077
const MOST_SHOWN = 10

const isUsable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const masterKeyFindings = (settings: Settings): readonly Finding[] => {
  if (settings.masterKey !== undefined) return [fine('master key', 'is set')]
  const file = masterKeyFile(settings)
  if (!existsSync(file))
    return [
      wrong(
        'master key',
        `${file} is missing, although there is a database`,
        'Restore the file, or set POSTRIDER_MASTER_KEY. Without the key, provider accounts cannot be opened.',
      ),
    ]
  const isOpen = (statSync(file).mode & OTHERS) !== 0
  return isOpen
    ? [wrong('master key', `other users can read ${file}`, `Run: chmod 600 ${file}`)]
    : [fine('master key', `is in ${file}, readable only by its owner`)]
}

const isOpenToOthers = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0

/**
 * Whether other users of the machine can read the database, backups or logs of the data directory. Its key
 * has a finding of its own.
 */
export const checkModes = (settings: Settings): readonly Finding[] => {
  const { dataDir } = settings
  if (!existsSync(dataDir) || !isOpenToOthers(dataDir)) return []
  const key = masterKeyFile(settings)
  const open = readdirSync(dataDir).filter((name) => {
    const path = join(dataDir, name)
    return path !== key && isOpenToOthers(path)
  })
  if (open.length === 0) return []
  const shown = open.length > MOST_SHOWN ? `${open.slice(0, MOST_SHOWN).join(', ')}, …` : open.join(', ')
  return [wrong('data', `other users can read in ${dataDir}: ${shown}`, `Run: chmod -R go= ${dataDir}`)]
}

/** Checks the data directory and the key in it. MySQL needs neither: the key is a setting. */
export const checkFiles = (settings: Settings): readonly Finding[] => {
  const { dataDir } = settings
  if (!isEmbedded(settings)) return masterKeyFindings(settings)
  if (!existsSync(databaseFile(settings)))
    return [
      wrong(
        'data',
        `there is no database at ${databaseFile(settings)} yet`,
        'Run postrider setup, or check POSTRIDER_DATA_DIR.',
      ),
    ]
  if (!isUsable(dataDir))
    return [
      wrong(
        'data',
        `cannot write to the directory ${dataDir}`,
        'Give it to the user who runs postrider, or set POSTRIDER_DATA_DIR.',
      ),
    ]
  return [fine('data', `${dataDir} is writable`), ...masterKeyFindings(settings)]
}
