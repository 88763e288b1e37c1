import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { list } from '../../../kernel/codecs/list.js'
import {
  appId,
  brandId,
  environment,
  organizationId,
  projectId,
} from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'
import { name, reason } from '../../../runner/domain/fields/written-texts.js'
import {
  appShape,
  brandShape,
  disablingFields,
  listedAppShape,
  platform,
  projectShape,
  restrictionsRequest,
} from './shapes.js'

const PLACES = {
  audiences: ['customerWebsite', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'apps.manage',
  mutation: true,
  whileSuspended: false,
  controls: [],
} as const

/** Of people at the website, who look after the apps that are there. */
const OWN_APPS = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'apps.manage',
} as const

const CHANGE = { ...OWN_APPS, mutation: true, controls: ['version'] } as const

const LOOK = {
  ...OWN_APPS,
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
  live: runAgain('act'),
} as const

const oneApp = { organizationId, appId } as const
const changedApp = mutationResult({ app: appShape }, {})

/** What sends for an Organization, and where it stands (docs/contract#apps). */
export const appOperations = operationsAbout('Apps', {
  createCustomerBrand: {
    ...PLACES,
    effect: 'adds',
    quotas: ['brands'],
    summary: 'Create a Brand',
    request: mutationRequest({ organizationId, name: name('What people call it.', 'Acme') }, {}),
    result: mutationResult({ brand: brandShape }, {}),
  },
  createProject: {
    ...PLACES,
    effect: 'adds',
    quotas: ['projects'],
    summary: 'Create a Project of a Brand',
    request: mutationRequest(
      { organizationId, brandId, name: name('What people call it.', 'Orders'), environment },
      {},
    ),
    result: mutationResult({ project: projectShape }, {}),
  },
  registerApp: {
    summary: 'Register an app',
    description: "Its environment is its Project's.",
    audiences: ['customerControl', 'customerAgent'],
    keyKinds: ['customer'],
    tenant: 'organizationId',
    permission: 'apps.manage',
    mutation: true,
    effect: 'adds',
    quotas: ['apps'],
    whileSuspended: false,
    controls: [],
    request: mutationRequest(
      {
        organizationId,
        brandId,
        projectId,
        name: name('What people call it.', 'Order service'),
        platform,
        restrictions: restrictionsRequest,
      },
      {},
    ),
    result: mutationResult({ app: appShape }, {}),
  },
  listApps: {
    ...LOOK,
    summary: "List the Organization's apps",
    description: 'Newest first, with where they stand and when they were used last.',
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ apps: list(listedAppShape) }),
  },
  getApp: {
    ...LOOK,
    summary: 'Read an app',
    refusals: ['NotFound'],
    request: readRequest(oneApp, {}),
    result: readResult({ app: listedAppShape }, {}),
  },
  renameApp: {
    ...CHANGE,
    effect: 'changes',
    summary: 'Call an app otherwise',
    description: 'Nothing else changes: programs know it by its id.',
    whileSuspended: false,
    request: mutationRequest({ ...oneApp, name: name('What people call it.', 'Order service'), version }, {}),
    result: changedApp,
  },
  restrictApp: {
    ...CHANGE,
    effect: 'changes',
    summary: 'Say where an app may be called from, where it may send to and by which channels',
    description:
      'What is left out is not restricted any more. It counts from the next send on; what was accepted before goes on.',
    whileSuspended: false,
    request: mutationRequest({ ...oneApp, restrictions: restrictionsRequest, version }, {}),
    result: changedApp,
  },
  previewAppDisabling: {
    ...OWN_APPS,
    summary: 'Show what disabling an app would hit',
    description: 'What waits and would be cancelled, and what of the last hour would have been refused.',
    mutation: false,
    effect: 'reads',
    whileSuspended: true,
    controls: [],
    refusals: ['NotFound'],
    request: readRequest(oneApp, {}),
    result: readResult(disablingFields, {}),
  },
  disableApp: {
    ...CHANGE,
    effect: 'ends',
    summary: 'Disable an app',
    description:
      'Its sends are refused, and what no provider has taken yet is cancelled. Its credentials stay, and read on.',
    controls: ['reason', 'version'],
    whileSuspended: true,
    request: mutationRequest({ ...oneApp, version, reason }, {}),
    result: changedApp,
  },
  enableApp: {
    ...CHANGE,
    effect: 'changes',
    summary: 'Let an app that the Organization has disabled send again',
    description: 'What was cancelled stays so. What operators have stopped only they let go on.',
    controls: ['reason', 'version'],
    whileSuspended: false,
    request: mutationRequest({ ...oneApp, version, reason }, {}),
    result: changedApp,
  },
} as const satisfies Entries)
