import { parseMasterKey } from '@postrider/node/auth/master-key'
import { E } from '@postrider/core/fp'
import { optionalSetting, type SettingGroup } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { thrownText } from '../setting-values.js'

/** The keys that seal secrets. */
export interface KeySettings {
  /** 32 bytes in base64; undefined: the one in the data directory (embedded only). */
  readonly masterKey: string | undefined
  /** Previous keys, which still open the data that they sealed. */
  readonly previousMasterKeys: readonly string[]
}

const masterKey = (text: string): E.Either<string, string> => {
  try {
    parseMasterKey(text)
    return E.right(text)
  } catch (cause) {
    return E.left(thrownText(cause))
  }
}

const masterKeys = (text: string): E.Either<string, readonly string[]> => {
  const keys = text.split(',').map((key) => key.trim())
  const wrong = keys.map(masterKey).find(E.isLeft)
  return wrong ?? E.right(keys)
}

/** Required unless the database is a file. */
export const MASTER_KEY = optionalSetting({
  name: 'POSTRIDER_MASTER_KEY',
  parse: masterKey,
  isSecret: true,
  about: `
    The key that encrypts secrets in the database: 32 bytes in base64, from: openssl rand -base64 32
    Required with MySQL and PostgreSQL; with SQLite, one is generated in the data directory. Keep a copy of it elsewhere.`,
  examples: [''],
  row: { shownDefault: 'generated in the data directory, with SQLite only', meaning: '32 bytes in base64' },
  compose: { value: '${POSTRIDER_MASTER_KEY:?set POSTRIDER_MASTER_KEY}' },
})

const PREVIOUS_MASTER_KEYS = optionalSetting({
  name: 'POSTRIDER_PREVIOUS_MASTER_KEYS',
  parse: masterKeys,
  isSecret: true,
  about:
    'Previous keys, separated by commas. They decrypt the data that was encrypted with them. To change the key, see docs/keys.md.',
  examples: [''],
})

/** The declarations, in the order of the documents. */
export const KEY_SETTINGS: readonly SettingGroup[] = [[MASTER_KEY, PREVIOUS_MASTER_KEYS]]

/** Reads the keys that seal secrets. */
export const readKeySettings = ({ read }: SettingReader): KeySettings => ({
  masterKey: read(MASTER_KEY),
  previousMasterKeys: read(PREVIOUS_MASTER_KEYS) ?? [],
})
