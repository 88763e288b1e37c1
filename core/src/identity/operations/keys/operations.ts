import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { credentialShape, overlapSeconds, revokeCredentials, secret } from '../credentials/shapes.js'
import { runAgain, runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { name, reason } from '../../../runner/domain/fields/written-texts.js'
import { agentKeyId, agentKeyShape, allowlist, grantableShape, listedAgentKeyShape } from './shapes.js'

const INTERACTIVE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.agentKeys',
  whileSuspended: true,
} as const

const KEYS = {
  ...INTERACTIVE,
  mutation: true,
  controls: ['reason'],
  stepUp: true,
} as const

/** Of the customer's own people, who manage the keys of their Organization (docs/contract#agent-keys). */
const CUSTOMERS_OWN = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'agentKeys.manage',
  mutation: true,
  controls: ['reason'],
} as const

const label = name('What it is for.', 'nightly report')

/** How long a key lasts; a bootstrap key lasts a day, whatever is said. */
const LIFE = {
  expiresAt: timestamp('From then on it is refused.'),
  acknowledgeNeverExpires: flag({ description: 'True: it does not end by itself, and that is meant.' }),
} as const

/** Agent keys, which nobody but a person makes and ends (docs/contract#agent-keys). */
export const keyOperations = operationsAbout('Keys', {
  createAgentKey: {
    ...KEYS,
    effect: 'adds',
    quotas: ['agentKeys', 'ownAgentKeys'],
    summary: "Create a customer's Agent key, or one that founds an Organization",
    description:
      'Its sponsor answers for it, manages keys in its Organization, and has to confirm it at the website before it works; sponsor and owners get an email. It can never create server credentials. It lasts a year, to the moment that is named, or until it is revoked where that is acknowledged; a bootstrap key lasts a day.',
    refusals: ['NotFound'],
    request: mutationRequest(
      {
        kind: literalUnion(['customer', 'bootstrap']),
        sponsorEmail: emailAddress,
        allowlist,
        label,
        reason,
      },
      { organizationId, ...LIFE },
    ),
    result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
  },
  createAdminAgentKey: {
    ...KEYS,
    effect: 'adds',
    quotas: ['ownAgentKeys'],
    summary: 'Create an admin Agent key that its creator answers for',
    description:
      'It lasts a year, to the moment that is named, or until it is revoked where that is acknowledged.',
    request: mutationRequest({ allowlist, label, reason }, LIFE),
    result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
  },
  rotateAgentKey: {
    ...KEYS,
    effect: 'ends',
    quotas: ['agentKeys', 'ownAgentKeys'],
    summary: 'Put a new Agent key in the place of another',
    description:
      'Only the sponsor of a key rotates it. The previous key goes on for the overlap: a day at most, an hour for an admin key.',
    refusals: ['NotFound'],
    request: mutationRequest(
      {
        agentKeyId,
        overlapSeconds,
        reason,
      },
      {},
    ),
    result: mutationResult({ agentKey: agentKeyShape, secret, previous: agentKeyShape }, {}),
  },
  revokeAgentKey: {
    ...KEYS,
    effect: 'ends',
    summary: 'End an Agent key for good',
    description:
      'The result lists the credentials that were created with it; they are revoked too if that is asked for.',
    refusals: ['NotFound'],
    request: mutationRequest({ agentKeyId, reason }, { revokeCredentials }),
    result: mutationResult({ agentKey: agentKeyShape, credentials: list(credentialShape) }, {}),
  },
  listAgentKeys: {
    ...INTERACTIVE,
    summary: 'List Agent keys',
    description: 'Newest first, of an Organization, of a kind, or all.',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgainForAll('act'),
    request: pageRequest({}, { organizationId, kind: literalUnion(['customer', 'bootstrap', 'admin']) }),
    result: pageResult({ agentKeys: list(listedAgentKeyShape) }),
  },
  createOrganizationAgentKey: {
    ...CUSTOMERS_OWN,
    stepUp: true,
    effect: 'adds',
    quotas: ['agentKeys'],
    summary: 'Create an Agent key of the Organization that its creator answers for',
    description:
      'It lasts a year, to the moment that is named, or until it is revoked where that is acknowledged. Its secret is shown once.',
    whileSuspended: false,
    request: mutationRequest({ organizationId, allowlist, label, reason }, LIFE),
    result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
  },
  createBootstrapAgentKey: {
    ...CUSTOMERS_OWN,
    stepUp: true,
    effect: 'adds',
    quotas: ['ownAgentKeys'],
    summary: 'Create an Agent key that founds an Organization, and that its creator answers for',
    description: 'It lasts a day, and has one success. Its secret is shown once.',
    tenant: 'none',
    permission: undefined,
    whileSuspended: true,
    request: mutationRequest({ label, reason }, {}),
    result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
  },
  rotateOrganizationAgentKey: {
    ...CUSTOMERS_OWN,
    stepUp: true,
    effect: 'ends',
    quotas: ['agentKeys'],
    summary: 'Put a new Agent key in the place of another of the Organization',
    description:
      'The other one goes on for the overlap: a day at the most. Whoever rotates it answers for the new one, since they see its secret.',
    whileSuspended: false,
    request: mutationRequest({ organizationId, agentKeyId, overlapSeconds, reason }, {}),
    result: mutationResult({ agentKey: agentKeyShape, secret, previous: agentKeyShape }, {}),
  },
  revokeOrganizationAgentKey: {
    ...CUSTOMERS_OWN,
    effect: 'ends',
    summary: 'End an Agent key of the Organization for good',
    whileSuspended: true,
    description:
      'The result lists the credentials that were created with it; they are revoked too if that is asked for.',
    request: mutationRequest({ organizationId, agentKeyId, reason }, { revokeCredentials }),
    result: mutationResult({ agentKey: agentKeyShape, credentials: list(credentialShape) }, {}),
  },
  confirmAgentKey: {
    ...CUSTOMERS_OWN,
    stepUp: true,
    effect: 'changes',
    summary: 'Confirm an Agent key that somebody made in the name of the caller',
    description: 'Until then calls with the key are refused.',
    tenant: 'none',
    permission: undefined,
    controls: [],
    whileSuspended: true,
    refusals: ['NotFound'],
    request: mutationRequest({ agentKeyId }, {}),
    result: mutationResult({ agentKey: agentKeyShape }, {}),
  },
  listBootstrapAgentKeys: {
    ...CUSTOMERS_OWN,
    summary: "List the caller's own bootstrap Agent keys",
    description: 'Newest first, never with a secret.',
    tenant: 'none',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    controls: [],
    whileSuspended: true,
    live: runAgain('act'),
    request: pageRequest({}, {}),
    result: pageResult({ agentKeys: list(listedAgentKeyShape) }),
  },
  revokeBootstrapAgentKey: {
    ...CUSTOMERS_OWN,
    effect: 'ends',
    summary: "End one of the caller's own bootstrap Agent keys for good",
    tenant: 'none',
    permission: undefined,
    whileSuspended: true,
    refusals: ['NotFound'],
    request: mutationRequest({ agentKeyId, reason }, {}),
    result: mutationResult({ agentKey: agentKeyShape }, {}),
  },
  listGrantableOperations: {
    ...CUSTOMERS_OWN,
    summary: 'List what Agent keys of the Organization can be allowed to do',
    description: 'What each operation does, what it asks for, and whether the caller may do it now.',
    mutation: false,
    effect: 'reads',
    controls: [],
    whileSuspended: true,
    request: readRequest({ organizationId }, {}),
    result: readResult({ operations: list(grantableShape) }, {}),
  },
  listOrganizationAgentKeys: {
    ...CUSTOMERS_OWN,
    summary: "List the Organization's Agent keys",
    description: 'Newest first, never with a secret.',
    mutation: false,
    effect: 'reads',
    controls: [],
    whileSuspended: true,
    live: runAgain('act'),
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ agentKeys: list(listedAgentKeyShape) }),
  },
} as const satisfies Entries)
