import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import {
  blockDestination,
  blockDestinationEntry,
  unblockDestination,
  unblockDestinationEntry,
} from './block-destination.js'
import { getProviderHealth, getProviderHealthEntry } from './get-provider-health.js'
import { getProviderTest, getProviderTestEntry } from './get-provider-test.js'
import { liftPrefixBlock, liftPrefixBlockEntry } from './lift-prefix-block.js'
import { listPrefixBlocks, listPrefixBlocksEntry } from './list-prefix-blocks.js'
import { listProviderAccounts, listProviderAccountsEntry } from './list-provider-accounts.js'
import { listProviderKinds, listProviderKindsEntry } from './list-provider-kinds.js'
import { listStopped, listStoppedEntry } from './list-stopped.js'
import { listUnreadableCallbacks, listUnreadableCallbacksEntry } from './list-unreadable-callbacks.js'
import { previewAppDisabling, previewAppDisablingEntry } from './preview-app-disabling.js'
import { previewSwitch, previewSwitchEntry } from './preview-switch.js'
import { rotateCallbackToken, rotateCallbackTokenEntry } from './rotate-callback-token.js'
import { saveProviderAccount, saveProviderAccountEntry } from './save-provider-account.js'
import {
  setAppServiceConfiguration,
  setAppServiceConfigurationEntry,
} from './set-app-service-configuration.js'
import { stopApp, stopAppEntry, resumeApp, resumeAppEntry } from './stop-app.js'
import {
  stopProviderAccount,
  stopProviderAccountEntry,
  resumeProviderAccount,
  resumeProviderAccountEntry,
} from './stop-provider-account.js'
import { testProviderAccount, testProviderAccountEntry } from './test-provider-account.js'

/**
 * The operations about providers and senders (docs/api/access#service-configuration), and the emergency stops
 * (docs/api/admin#emergency-stops). Secrets can be set but never read.
 */
export const providerOperations = {
  listProviderKinds: listProviderKindsEntry,
  listProviderAccounts: listProviderAccountsEntry,
  getProviderHealth: getProviderHealthEntry,
  setAppServiceConfiguration: setAppServiceConfigurationEntry,
  saveProviderAccount: saveProviderAccountEntry,
  rotateCallbackToken: rotateCallbackTokenEntry,
  listUnreadableCallbacks: listUnreadableCallbacksEntry,
  testProviderAccount: testProviderAccountEntry,
  getProviderTest: getProviderTestEntry,
  previewSwitch: previewSwitchEntry,
  previewAppDisabling: previewAppDisablingEntry,
  listStopped: listStoppedEntry,
  stopProviderAccount: stopProviderAccountEntry,
  resumeProviderAccount: resumeProviderAccountEntry,
  stopApp: stopAppEntry,
  resumeApp: resumeAppEntry,
  blockDestination: blockDestinationEntry,
  unblockDestination: unblockDestinationEntry,
  listPrefixBlocks: listPrefixBlocksEntry,
  liftPrefixBlock: liftPrefixBlockEntry,
} as const

/** The implementations of these operations. */
export const providerImplementations = {
  listProviderKinds,
  listProviderAccounts,
  getProviderHealth,
  setAppServiceConfiguration,
  saveProviderAccount,
  rotateCallbackToken,
  listUnreadableCallbacks,
  testProviderAccount,
  getProviderTest,
  previewSwitch,
  previewAppDisabling,
  listStopped,
  stopProviderAccount,
  resumeProviderAccount,
  stopApp,
  resumeApp,
  blockDestination,
  unblockDestination,
  listPrefixBlocks,
  liftPrefixBlock,
} satisfies ImplementationsOf<typeof providerOperations>
