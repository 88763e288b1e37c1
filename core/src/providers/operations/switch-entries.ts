import type { Operation } from '../../identity/domain/access/operation.js'
import type { SwitchName } from '../../platform/domain/switches/kill-switch.js'
import {
  reactivateOrganizationEntry,
  suspendOrganizationEntry,
} from '../../tenancy/operations/organizations/suspend-organization.js'
import { blockDestinationEntry, unblockDestinationEntry } from './block-destination.js'
import { resumeAppEntry, stopAppEntry } from './stop-app.js'
import { resumeProviderAccountEntry, stopProviderAccountEntry } from './stop-provider-account.js'

/** The operation of each emergency stop. */
export const SWITCH_ENTRIES = {
  stopApp: stopAppEntry,
  resumeApp: resumeAppEntry,
  stopProviderAccount: stopProviderAccountEntry,
  resumeProviderAccount: resumeProviderAccountEntry,
  blockDestination: blockDestinationEntry,
  unblockDestination: unblockDestinationEntry,
  suspendOrganization: suspendOrganizationEntry,
  reactivateOrganization: reactivateOrganizationEntry,
} as const satisfies Readonly<Record<SwitchName, Operation>>
