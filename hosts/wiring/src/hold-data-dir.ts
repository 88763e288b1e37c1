import { join } from 'node:path'
import { holdFile, type HeldFile } from '@postrider/storage-sql/sqlite/hold-file'
import type { Settings } from './settings.js'

/**
 * Holds the data directory for one purpose until it is released or the process ends, however it ends; undefined: another
 * process holds it for the same. The file `<purpose>.lock` stays behind and says nothing.
 */
export const holdDataDir = ({ dataDir }: Pick<Settings, 'dataDir'>, purpose: string): HeldFile | undefined =>
  holdFile(join(dataDir, `${purpose}.lock`))
