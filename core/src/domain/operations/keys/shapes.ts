import { identifier, timestamp } from '../../codecs/identifiers.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { nullable } from '../../codecs/nullable.js'
import { open } from '../../codecs/shape.js'
import { text } from '../../codecs/text.js'
import { userId } from '../fields/people.js'
import { organizationId } from '../fields/tenancy.js'

export const agentKeyId = identifier('The Agent key.', 'agk_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The operations that a key may call, as a request names them; which there are, its kind decides. */
export const allowlist = list(text({ minLength: 1, maxLength: 64, oneLine: true, example: 'listMessages' }), {
  minItems: 1,
  maxItems: 100,
  description: 'The operations that it may call, from the capability registry; they never change.',
})

/** An Agent key (docs/contract#agent-keys); of its bearer value nothing. */
export const agentKeyShape = open(
  {
    agentKeyId,
    kind: literalUnion(['customer', 'bootstrap', 'admin']),
    organizationId: nullable(organizationId),
    sponsorId: userId,
    allowlist: list(text({ example: 'listMessages' })),
    label: text({ description: 'What it is for.', example: 'nightly report' }),
    status: literalUnion(['active', 'expired', 'revoked', 'spent']),
    createdAt: timestamp('When it was created.'),
    expiresAt: nullable(timestamp('From then on it is refused; null: it does not end by itself.')),
    revokedAt: nullable(timestamp('Since when it is revoked; null where it is not.')),
  },
  {},
  { name: 'AgentKey', description: 'An Agent key; its bearer value is shown once, and not here.' },
)

/** An Agent key and when it was used. */
export const listedAgentKeyShape = open(
  {
    ...agentKeyShape.required,
    lastUsedAt: nullable(timestamp('When it was used last, to the hour; null: never.')),
  },
  {},
  { name: 'ListedAgentKey', description: 'An Agent key, and when it was used last.' },
)
