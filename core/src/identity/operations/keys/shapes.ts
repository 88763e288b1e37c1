import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { PERMISSIONS } from '../../domain/people/roles.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'

export const agentKeyId = identifier('The Agent key.', 'agk_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The operations that a key may call, in the form of requests; its kind determines the possible ones. */
export const allowlist = list(text({ minLength: 1, maxLength: 64, oneLine: true, example: 'listMessages' }), {
  minItems: 1,
  maxItems: 100,
  description: 'The operations that it may call, from the capability registry; they never change.',
})

/** An Agent key (docs/contract#agent-keys), without its bearer value. */
export const agentKeyShape = open(
  {
    agentKeyId,
    kind: literalUnion(['customer', 'bootstrap', 'admin']),
    organizationId: nullable(organizationId),
    sponsorId: userId,
    allowlist: list(text({ example: 'listMessages' })),
    label: text({ description: 'What it is for.', example: 'nightly report' }),
    status: literalUnion(['active', 'awaiting_confirmation', 'expired', 'revoked', 'spent'], {
      description:
        '`awaiting_confirmation`: made in the name of its sponsor, who has not confirmed it at the website; calls with it are refused.',
    }),
    createdAt: timestamp('When it was created.'),
    expiresAt: nullable(timestamp('From then on it is refused; null: it does not end by itself.')),
    revokedAt: nullable(timestamp('Since when it is revoked; null where it is not.')),
  },
  {},
  { name: 'AgentKey', description: 'An Agent key; its bearer value is shown once, and not here.' },
)

/** An Agent key and its last use. */
export const listedAgentKeyShape = open(
  {
    ...agentKeyShape.required,
    lastUsedAt: nullable(timestamp('When it was used last, to the hour; null: never.')),
  },
  {},
  { name: 'ListedAgentKey', description: 'An Agent key, and when it was used last.' },
)

/**
 * An operation that an Agent key can be allowed, as shown to the person who allows it
 * (docs/contract#capability-registry).
 */
export const grantableShape = open(
  {
    name: text({ description: 'What the allowlist calls it.', example: 'getCustomerBalance' }),
    subject: text({ description: 'What it is about.', example: 'Money' }),
    summary: text({ description: 'What it does.', example: 'Read a balance' }),
    description: nullable(text({ description: 'What else there is to know; null: nothing.' })),
    mutation: flag({ description: 'True where it changes something, false where it only reads.' }),
    controls: list(literalUnion(['reason', 'makerChecker', 'version']), {
      description: 'What it asks for beside authority.',
    }),
    permission: nullable(
      literalUnion(PERMISSIONS, { description: 'What its sponsor must be allowed; null: to be a member.' }),
    ),
    isCovered: flag({
      description: 'Whether the caller may do it now: what its sponsor may not do, a key may not either.',
    }),
  },
  {},
  { name: 'GrantableOperation', description: 'An operation that an Agent key can be allowed.' },
)
