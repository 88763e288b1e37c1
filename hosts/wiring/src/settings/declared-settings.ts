import type { Setting, SettingGroup } from '../setting.js'
import { CONNECTION_SETTINGS } from './connection-settings.js'
import { EVENT_SETTINGS } from './event-settings.js'
import { KEY_SETTINGS } from './key-settings.js'
import { LISTENING_SETTINGS } from './listening-settings.js'
import { MAIL_SETTINGS } from './mail-settings.js'
import { MONEY_SETTINGS } from './money-settings.js'
import { PROCESS_SETTINGS } from './process-settings.js'
import { PRODUCT_SETTINGS } from './product-settings.js'
import { RATE_SETTINGS } from './rate-settings.js'
import { RETENTION_SETTINGS } from './retention-settings.js'
import { SITE_SETTINGS } from './site-settings.js'
import { STORAGE_SETTINGS } from './storage-settings.js'

/** Every setting, in the order of the documents and by the paragraphs of `.env.example`. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  ...STORAGE_SETTINGS,
  ...LISTENING_SETTINGS,
  ...SITE_SETTINGS,
  ...PRODUCT_SETTINGS,
  ...CONNECTION_SETTINGS,
  ...KEY_SETTINGS,
  ...MAIL_SETTINGS,
  ...EVENT_SETTINGS,
  ...PROCESS_SETTINGS,
  ...RETENTION_SETTINGS,
  ...RATE_SETTINGS,
  ...MONEY_SETTINGS,
]

/** Every setting, in the order of the documents. */
export const DECLARED_SETTINGS: readonly Setting<unknown>[] = SETTING_GROUPS.flat()
