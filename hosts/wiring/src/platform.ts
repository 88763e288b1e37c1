import { CONTRACT_VERSION } from '@postrider/contracts/contract-version'
import type { Platform } from '@postrider/core/postrider'
import { publicUrlOf, type Settings } from './settings.js'
import { consoleUrlOf, websiteUrlOf } from './settings/site-settings.js'

/** The properties of the platform for its users. */
export const platformOf = (settings: Settings): Platform => ({
  publicUrl: publicUrlOf(settings),
  consoleUrl: consoleUrlOf(settings),
  websiteUrl: websiteUrlOf(settings),
  signUp: settings.signUp,
  product: settings.product,
  contractVersion: CONTRACT_VERSION,
  currency: settings.currencies[0],
  currencies: settings.currencies,
  testCreditMinor: settings.testCreditMinor,
})
