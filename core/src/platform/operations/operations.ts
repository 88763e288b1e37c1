import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { endRestoration, endRestorationEntry } from './end-restoration.js'
import { getClientReleasePolicy, getClientReleasePolicyEntry } from './get-client-release-policy.js'
import { getOverview, getOverviewEntry } from './get-overview.js'
import { getPlatformConfig, getPlatformConfigEntry } from './get-platform-config.js'
import { getRestoration, getRestorationEntry } from './get-restoration.js'
import { releaseRestoredMessages, releaseRestoredMessagesEntry } from './release-restored-messages.js'

/**
 * The operations about the service itself (docs/api/operations#control-operations), and those for a restored
 * database (docs/decisions/0028).
 */
export const platformOperations = {
  getPlatformConfig: getPlatformConfigEntry,
  getClientReleasePolicy: getClientReleasePolicyEntry,
  getOverview: getOverviewEntry,
  getRestoration: getRestorationEntry,
  releaseRestoredMessages: releaseRestoredMessagesEntry,
  endRestoration: endRestorationEntry,
} as const

/** The implementations of these operations. */
export const platformImplementations = {
  getPlatformConfig,
  getClientReleasePolicy,
  getOverview,
  getRestoration,
  releaseRestoredMessages,
  endRestoration,
} satisfies ImplementationsOf<typeof platformOperations>
