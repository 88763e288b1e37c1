import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { CREDENTIAL_ACTIONS } from '../../../tenancy/domain/credential.js'
import { userId } from '../../../runner/domain/fields/people.js'
import {
  appId,
  brandId,
  environment,
  organizationId,
  projectId,
} from '../../../runner/domain/fields/tenancy.js'

export const credentialId = identifier('The server credential.', 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The actions of a credential, in the form of requests. */
export const grantedActions = list(literalUnion(CREDENTIAL_ACTIONS), {
  minItems: 1,
  maxItems: CREDENTIAL_ACTIONS.length,
  description: 'What it may do; no more than it needs.',
})

/** The channels of a credential, in the form of requests. */
export const grantedChannels = list(literalUnion(CHANNEL_NAMES), {
  maxItems: CHANNEL_NAMES.length,
  description: 'Where it may send; none for a credential that only reads.',
})

/** The creator of a credential. */
const credentialCreatorShape = open(
  {
    userId,
    agentKeyId: nullable(
      identifier(
        'The Agent key by which they created it; null: they did it themselves.',
        'agk_01k9x7c2v5n8q4r6t0w3y1z5bd',
      ),
    ),
  },
  {},
  {
    name: 'CredentialCreator',
    description: 'The person who created a server credential, or whose Agent key did.',
  },
)

/**
 * A server credential (docs/contract#server-credentials); of its bearer value, only enough to recognize it.
 */
export const credentialShape = open(
  {
    credentialId,
    organizationId,
    brandId,
    projectId,
    appId,
    environment,
    selectorStart: text({
      description: 'The first characters of its selector, to recognise it by.',
      example: 'a1B2',
    }),
    actions: list(literalUnion(CREDENTIAL_ACTIONS)),
    channels: list(literalUnion(CHANNEL_NAMES)),
    label: text({ description: 'As its creator named it.', example: 'order service' }),
    status: literalUnion(['active', 'expired', 'revoked']),
    createdAt: timestamp('When it was created.'),
    expiresAt: timestamp('From then on it is refused.'),
    revokedAt: nullable(timestamp('Since when it is revoked; null where it is not.')),
    lastUsedAt: nullable(timestamp('When it was used last, to the hour; null: never.')),
    createdBy: nullable(credentialCreatorShape),
  },
  {},
  {
    name: 'ServerCredential',
    description: 'A server credential; its secret is shown once, and not here.',
    example: {
      credentialId: 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd',
      organizationId: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
      brandId: 'brd_01k9x7c2v5n8q4r6t0w3y1z5bd',
      projectId: 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
      appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
      environment: 'test',
      selectorStart: 'a1B2',
      actions: ['messages.send', 'messages.read'],
      channels: ['sms', 'email'],
      label: 'order service',
      status: 'active',
      createdAt: '2026-11-21T08:30:00.000Z',
      expiresAt: '2027-11-21T08:30:00.000Z',
      revokedAt: null,
      lastUsedAt: '2026-11-21T09:00:00.000Z',
      createdBy: { userId: 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd', agentKeyId: null },
    },
  },
)

/**
 * How long a credential or key and its successor are both accepted; default: an hour
 * (docs/contract#server-credentials).
 */
export const overlapSeconds = defaulted(
  integer({ min: 0, max: 86_400, description: 'For how long both are taken.', example: 3600 }),
  3600,
)

/** Whether the credentials that were created with a key end together with it. */
export const revokeCredentials = flag({
  description: 'True: also revokes the server credentials that were created with the key.',
})

/** The whole bearer value, shown once (docs/contract#bearer-secrets). */
export const secret = nullable(
  text({
    description: 'The whole bearer value. It is shown this once: a replay has null here.',
    example: 'pr_test_a1B2c3D4e5F6g7H8_…',
  }),
)
