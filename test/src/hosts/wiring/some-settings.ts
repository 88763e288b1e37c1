import { E } from '@postrider/core/fp'
import { faultLine } from '@postrider/wiring/setting-sources'
import { databaseFile, parseSettings, type Settings } from '@postrider/wiring/settings'
import { placeMigratedFile } from '../../adapters/storage-sql/migrated-file.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { ON_LOOPBACK } from '../../builders/loopback-networks.js'

/** Settings of a process with its own data directory, on any free ports. */
export const someSettings = async (overrides: Readonly<Record<string, string>> = {}): Promise<Settings> => {
  const parsed = parseSettings({
    POSTRIDER_DATA_DIR: await freshDirectory('data'),
    POSTRIDER_HTTP_PORT: '0',
    POSTRIDER_CONSOLE_PORT: '0',
    POSTRIDER_WEBSITE_PORT: '0',
    POSTRIDER_METRICS_PORT: '0',
    POSTRIDER_DRAIN_PAUSE_MS: '0',
    POSTRIDER_LOG_LEVEL: 'debug',
    ...ON_LOOPBACK,
    ...overrides,
  })
  if (E.isLeft(parsed)) throw new Error(parsed.left.map(faultLine).join('; '))
  return parsed.right
}

/** `someSettings`. If they name no server, the SQLite file is already migrated. */
export const migratedSettings = async (
  overrides: Readonly<Record<string, string>> = {},
): Promise<Settings> => {
  const settings = await someSettings(overrides)
  if (overrides['POSTRIDER_STORAGE_URL'] === undefined) await placeMigratedFile(databaseFile(settings))
  return settings
}

/** A log whose lines can be read. */
export const logLines = () => {
  const lines: Array<Record<string, unknown>> = []
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as Record<string, unknown>)
  }
  return { lines, write }
}
