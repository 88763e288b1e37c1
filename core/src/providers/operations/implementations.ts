import type { providerOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as killSwitches from './kill-switches.js'
import * as listStopped from './list-stopped.js'
import * as listUnreadable from './list-unreadable.js'
import * as previewSwitch from './preview-switch.js'
import * as providerAccounts from './provider-accounts.js'
import * as rotateCallbackToken from './rotate-callback-token.js'
import * as saveProviderAccount from './save-provider-account.js'
import * as testProviderAccount from './test-provider-account.js'
import * as setAppServiceConfiguration from './set-app-service-configuration.js'

/** What carries out the operations about providers, and what stops messages at once. */
export const providerImplementations = {
  ...killSwitches,
  ...listStopped,
  ...listUnreadable,
  ...previewSwitch,
  ...providerAccounts,
  ...rotateCallbackToken,
  ...saveProviderAccount,
  ...setAppServiceConfiguration,
  ...testProviderAccount,
} satisfies ImplementationsOf<typeof providerOperations>
