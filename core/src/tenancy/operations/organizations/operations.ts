import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { appShape, brandShape, projectShape } from '../apps/shapes.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { environment, environmentMeant, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { configurationShape } from '../../../providers/operations/shapes.js'
import {
  customerInvitationShape,
  entitlementShape,
  foundAppShape,
  organizationBalanceShape,
  organizationPersonShape,
  organizationShape,
  searchText,
} from './shapes.js'

const ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.organizations',
  whileSuspended: true,
  controls: [],
} as const

const SWITCH = {
  ...ADMIN,
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ organizationId, version, reason }, {}),
  result: mutationResult({ organization: organizationShape }, {}),
} as const

/** Organizations as super admins see and stop them (docs/contract#admin-operations). */
export const organizationOperations = operationsAbout('Organizations', {
  listOrganizations: {
    ...ADMIN,
    summary: 'List Organizations',
    description: 'Newest first. A page may be shorter than was asked for while there is more.',
    mutation: false,
    effect: 'reads',
    live: runAgainForAll('act'),
    request: pageRequest({}, { status: literalUnion(['active', 'suspended']), text: searchText }),
    result: pageResult({ organizations: list(organizationShape) }),
  },
  findApps: {
    ...ADMIN,
    summary: 'Find apps of all Organizations by their names',
    description: 'Newest first. A page may be shorter than was asked for while there is more.',
    mutation: false,
    effect: 'reads',
    live: runAgainForAll('act'),
    request: pageRequest({}, { text: searchText }),
    result: pageResult({ apps: list(foundAppShape) }),
  },
  getOrganization: {
    ...ADMIN,
    summary: 'Read an Organization and what stands below it',
    mutation: false,
    effect: 'reads',
    refusals: ['NotFound'],
    live: runAgainForAll('act', 'account'),
    request: readRequest({ organizationId }, {}),
    result: readResult(
      {
        organization: organizationShape,
        entitlements: list(entitlementShape),
        members: integer({ min: 0, description: 'How many people belong to it.' }),
        brands: list(brandShape),
        projects: list(projectShape),
        apps: list(appShape),
        configurations: list(configurationShape),
      },
      {
        balances: list(organizationBalanceShape, {
          description: 'Its money by environment and currency; absent without `admin.billing`.',
        }),
        people: list(organizationPersonShape, {
          description: 'The people who belong to it, at most 100 of them; absent without `admin.audit`.',
        }),
      },
    ),
  },
  inviteCustomer: {
    ...ADMIN,
    audiences: ['adminConsole'],
    keyKinds: [],
    summary: 'Invite somebody to make an account at the website',
    description:
      'The link goes by mail only and is good for 7 days; another invitation of the address takes its place. Whoever makes the account founds an Organization of their own.',
    mutation: true,
    effect: 'adds',
    stepUp: true,
    quotas: ['emailsToAddressHourly', 'emailsToAddressDaily', 'emailsOfPerson'],
    controls: ['reason'],
    request: mutationRequest({ email: emailAddress, reason }, {}),
    result: mutationResult({ invitation: customerInvitationShape }, {}),
  },
  suspendOrganization: {
    ...SWITCH,
    effect: 'ends',
    stepUp: true,
    summary: 'Suspend an Organization',
    description: 'Its sends are refused, and what no provider has taken yet is cancelled.',
  },
  reactivateOrganization: {
    ...SWITCH,
    effect: 'changes',
    noStepUp: NO_STEP_UP.SWITCHES,
    summary: 'Let a suspended Organization send again',
    description: 'What was cancelled stays so.',
  },
  setOrganizationEntitlement: {
    ...ADMIN,
    summary: 'Open a channel for an Organization, or close it',
    description:
      'Each environment by itself: of production no channel is open before an operator opens it, of test every one is until an operator closes it.',
    mutation: true,
    effect: 'changes',
    stepUp: true,
    controls: ['reason', 'version'],
    refusals: ['NotFound'],
    request: mutationRequest(
      {
        organizationId,
        channel: literalUnion(CHANNEL_NAMES),
        enabled: flag({ description: 'Whether the Organization may use it.' }),
        version,
        reason,
      },
      { environment: environmentMeant },
    ),
    result: mutationResult(
      { organization: organizationShape, entitlements: list(entitlementShape), environment },
      {},
    ),
  },
} as const satisfies Entries)
