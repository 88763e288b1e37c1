import { closed } from '@postrider/core/kernel/codecs/shape'
import type { SettingsForms } from '@postrider/core/tenancy/domain/settings-form'

/** The form of accounts without settings. */
export const NO_SETTINGS: SettingsForms = [
  { title: 'Test', settings: closed({}, {}), secrets: closed({}, {}) },
]
