import { join } from 'node:path'
import { lockFile, type LockFile } from '@postrider/storage-sql/sqlite/lock-file'
import type { Settings } from './settings.js'

/**
 * Locks the data directory for one purpose until it is released or the process ends in any way; undefined:
 * another process has the same lock. The file `<purpose>.lock` remains and has no meaning.
 */
export const lockDataDir = ({ dataDir }: Pick<Settings, 'dataDir'>, purpose: string): LockFile | undefined =>
  lockFile(join(dataDir, `${purpose}.lock`))
