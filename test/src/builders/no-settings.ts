import { closed } from '@postrider/core/domain/codecs/shape'
import type { SettingsForms } from '@postrider/core/domain/tenancy/settings-form'

/** The form of accounts that are told nothing. */
export const NO_SETTINGS: SettingsForms = [
  { title: 'Test', settings: closed({}, {}), secrets: closed({}, {}) },
]
