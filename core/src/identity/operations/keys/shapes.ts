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

export const agentKeyId = identifier(
  'ID of the Agent key; starts with `agk_`.',
  'agk_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The operations that a key may call, in the form of requests; its kind determines the possible ones. */
export const allowlist = list(text({ minLength: 1, maxLength: 64, oneLine: true, example: 'listMessages' }), {
  minItems: 1,
  maxItems: 100,
  description: "Operations that the key may call, from the capability registry. They can't be changed later.",
})

/** An Agent key (docs/api/access#agent-keys), without its bearer value. */
export const agentKeyShape = open(
  {
    agentKeyId,
    kind: literalUnion(['customer', 'bootstrap', 'admin'], {
      description:
        '`customer`: acts in one Organization. `bootstrap`: creates one Organization. `admin`: administers the platform.',
    }),
    organizationId: nullable(organizationId),
    sponsorId: userId,
    allowlist: list(text({ example: 'listMessages' }), {
      description: 'Operations that the key may call.',
    }),
    label: text({ description: 'Purpose of the key, for people.', example: 'nightly report' }),
    status: literalUnion(['active', 'awaiting_confirmation', 'expired', 'revoked', 'spent'], {
      description:
        "`active`: works. `awaiting_confirmation`: its sponsor hasn't confirmed it yet, so calls are refused. `expired` and `revoked`: no longer works. `spent`: a bootstrap key that was used.",
    }),
    createdAt: timestamp('Time at which the key was created.'),
    expiresAt: nullable(timestamp('Time at which the key expires; null if it never expires.')),
    revokedAt: nullable(timestamp("Time at which the key was revoked; null if it wasn't.")),
  },
  {},
  { name: 'AgentKey', description: 'An Agent key. Its bearer value is shown only when it is created.' },
)

/** An Agent key and its last use. */
export const listedAgentKeyShape = open(
  {
    ...agentKeyShape.required,
    lastUsedAt: nullable(timestamp('Time of the last use, to the hour; null if it was never used.')),
  },
  {},
  { name: 'ListedAgentKey', description: 'An Agent key and the time of its last use.' },
)

/**
 * An operation that an Agent key can be allowed, as shown to the person who allows it
 * (docs/api/operations#capability-registry).
 */
export const grantableShape = open(
  {
    name: text({
      description: 'Name of the operation, as used in `allowlist`.',
      example: 'getCustomerBalance',
    }),
    subject: text({ description: 'Subject area of the operation.', example: 'Money' }),
    summary: text({ description: 'Summary of the operation.', example: 'Read a balance' }),
    description: nullable(
      text({
        description: 'More details about the operation; null if there are none.',
        example: 'Returns one balance for each environment and currency.',
      }),
    ),
    mutation: flag({ description: '`true` if the operation changes something; `false` if it only reads.' }),
    controls: list(literalUnion(['reason', 'makerChecker', 'version']), {
      description: 'Requirements of the operation besides permission.',
    }),
    permission: nullable(
      literalUnion(PERMISSIONS, {
        description: 'Permission that the sponsor needs; null if being a member is enough.',
      }),
    ),
    isCovered: flag({
      description: '`true` if the caller may do it now. A key may not do what its sponsor may not do.',
    }),
  },
  {},
  {
    name: 'GrantableOperation',
    description: 'An operation that can be put on the allowlist of an Agent key.',
  },
)
