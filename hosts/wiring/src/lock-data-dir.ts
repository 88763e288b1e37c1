import { join } from 'node:path'
import { lockFile, type LockFile } from '@postrider/storage-sql/sqlite/lock-file'
import type { Settings } from './settings.js'

/**
 * Holds the data directory for one purpose until it is released or the process ends, however it ends; undefined: another
 * process holds it for the same. The file `<purpose>.lock` stays behind and says nothing.
 */
export const lockDataDir = ({ dataDir }: Pick<Settings, 'dataDir'>, purpose: string): LockFile | undefined =>
  lockFile(join(dataDir, `${purpose}.lock`))
