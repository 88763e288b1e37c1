import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
} from '../../../runner/domain/entries/request.js'
import {
  appId,
  brandId,
  environment,
  organizationId,
  projectId,
} from '../../../runner/domain/fields/tenancy.js'
import { name, reason } from '../../../runner/domain/fields/written-texts.js'
import {
  credentialId,
  credentialShape,
  grantedActions,
  grantedChannels,
  overlapSeconds,
  secret,
} from './shapes.js'

const CREDENTIALS = {
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'credentials.manage',
  controls: [],
} as const

const AGENTS_TOO = { audiences: ['customerControl', 'customerAgent'], keyKinds: ['customer'] } as const

/** Server credentials, from their making to their end (docs/contract#server-credentials). */
export const credentialOperations = operationsAbout('Credentials', {
  createServerCredential: {
    ...CREDENTIALS,
    ...AGENTS_TOO,
    stepUp: true,
    summary: 'Create a server credential',
    description: 'Its secret is shown once. Only apps of the platform `server` have credentials.',
    mutation: true,
    effect: 'adds',
    quotas: ['credentials'],
    whileSuspended: false,
    request: mutationRequest(
      {
        organizationId,
        brandId,
        projectId,
        appId,
        environment,
        actions: grantedActions,
        channels: grantedChannels,
        expiresAt: timestamp('From then on it is refused; at most one year from now.'),
        label: name('What it is called.', 'order service'),
      },
      {},
    ),
    result: mutationResult({ credential: credentialShape, secret }, {}),
  },
  listServerCredentials: {
    ...CREDENTIALS,
    ...AGENTS_TOO,
    summary: 'List server credentials',
    description: 'Never with a secret.',
    mutation: false,
    effect: 'reads',
    live: runAgain('act'),
    whileSuspended: true,
    request: pageRequest({ organizationId }, { appId }),
    result: pageResult({ credentials: list(credentialShape) }),
  },
  rotateServerCredential: {
    ...CREDENTIALS,
    stepUp: true,
    summary: 'Put a new server credential in the place of another',
    description: 'The other one goes on for the overlap, and then ends.',
    mutation: true,
    effect: 'ends',
    quotas: ['credentials'],
    whileSuspended: false,
    controls: ['reason'],
    request: mutationRequest(
      {
        organizationId,
        credentialId,
        overlapSeconds,
        reason,
      },
      {},
    ),
    result: mutationResult({ credential: credentialShape, secret, previous: credentialShape }, {}),
  },
  revokeServerCredential: {
    ...CREDENTIALS,
    summary: 'End a server credential for good',
    mutation: true,
    effect: 'ends',
    whileSuspended: true,
    controls: ['reason'],
    request: mutationRequest({ organizationId, credentialId, reason }, {}),
    result: mutationResult({ credential: credentialShape }, {}),
  },
} as const satisfies Entries)
