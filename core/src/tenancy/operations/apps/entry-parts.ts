import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { appId, organizationId } from '../../../runner/domain/fields/tenancy.js'

export const APP_PLACES = {
  audiences: ['customerWebsite', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'apps.manage',
  mutation: true,
  whileSuspended: false,
  controls: [],
} as const

/** The audience of people on the website who manage existing apps. */
export const OWN_APPS = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'apps.manage',
} as const

export const APPS_READING = {
  ...OWN_APPS,
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
  live: runAgain('act'),
} as const

export const oneAppFields = { organizationId, appId } as const
