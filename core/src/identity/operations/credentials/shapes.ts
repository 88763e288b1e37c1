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

export const credentialId = identifier(
  'ID of the server credential; starts with `crd_`.',
  'crd_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The actions of a credential, in the form of requests. */
export const grantedActions = list(literalUnion(CREDENTIAL_ACTIONS), {
  minItems: 1,
  maxItems: CREDENTIAL_ACTIONS.length,
  description: 'Actions to grant. Grant only what the program needs.',
})

/** The channels of a credential, in the form of requests. */
export const grantedChannels = list(literalUnion(CHANNEL_NAMES), {
  maxItems: CHANNEL_NAMES.length,
  description: 'Channels that the credential may send on. Empty for a credential that only reads.',
})

/** The creator of a credential. */
const credentialCreatorShape = open(
  {
    userId,
    agentKeyId: nullable(
      identifier(
        'ID of the Agent key that created it; null if the person did it directly.',
        'agk_01k9x7c2v5n8q4r6t0w3y1z5bd',
      ),
    ),
  },
  {},
  {
    name: 'CredentialCreator',
    description: 'The person who created a server credential, directly or with an Agent key.',
  },
)

/**
 * A server credential (docs/api/access#server-credentials); of its bearer value, only enough to recognize it.
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
      description: "First characters of the credential's selector, to recognize it.",
      example: 'a1B2',
    }),
    actions: list(literalUnion(CREDENTIAL_ACTIONS), {
      description: 'Actions that the credential may perform.',
    }),
    channels: list(literalUnion(CHANNEL_NAMES), { description: 'Channels that the credential may send on.' }),
    label: text({ description: 'Label that the creator gave to the credential.', example: 'order service' }),
    status: literalUnion(['active', 'expired', 'revoked'], {
      description: '`active`: works. `expired` and `revoked`: requests with it get 401.',
    }),
    createdAt: timestamp('Time at which the credential was created.'),
    expiresAt: timestamp('Time at which the credential expires; later requests with it get 401.'),
    revokedAt: nullable(timestamp("Time at which the credential was revoked; null if it wasn't.")),
    lastUsedAt: nullable(timestamp('Time of the last use, to the hour; null if it was never used.')),
    createdBy: nullable(credentialCreatorShape),
  },
  {},
  {
    name: 'ServerCredential',
    description: 'A server credential. Its secret is shown only when it is created.',
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
 * (docs/api/access#server-credentials).
 */
export const overlapSeconds = defaulted(
  integer({
    min: 0,
    max: 86_400,
    description: 'Seconds during which both the previous and the new one work.',
    example: 3600,
  }),
  3600,
)

/** Whether the credentials that were created with a key end together with it. */
export const revokeCredentials = flag({
  description:
    '`true` also revokes the server credentials that were created with the key. Default: they stay valid.',
})

/** The whole bearer value, shown once (docs/api/access#bearer-secrets). */
export const secret = nullable(
  text({
    description: 'The full bearer value. It is shown only now; null in a replay.',
    example: 'pr_test_a1B2c3D4e5F6g7H8_…',
  }),
)
