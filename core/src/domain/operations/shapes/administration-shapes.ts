import { CHANNELS } from '../../channels/channel.js'
import { anyObject } from '../../codecs/any-object.js'
import { flag } from '../../codecs/flag.js'
import { identifier, timestamp } from '../../codecs/identifiers.js'
import { integer } from '../../codecs/integer.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { nullable } from '../../codecs/nullable.js'
import { open } from '../../codecs/shape.js'
import { text } from '../../codecs/text.js'
import { ADMIN_PERMISSIONS } from '../../people/roles.js'
import { agentKeyShape } from './key-shapes.js'
import { version } from './money-shapes.js'
import { userId } from './people-shapes.js'
import { chatShape, ticketShape } from './support-shapes.js'
import { appId, environment, organizationId } from './tenancy-shapes.js'

/** What Organizations are looked for by. */
export const searchText = text({
  minLength: 1,
  maxLength: 100,
  oneLine: true,
  visible: true,
  description: 'Part of a name, whatever its case, or how an identifier begins.',
  example: 'acme',
})

/** Whether an Organization may use a channel. */
export const entitlementShape = open(
  {
    channel: literalUnion(CHANNELS),
    enabled: flag({
      description: 'In production whether an operator has opened it; in test whether none has closed it.',
    }),
    environment,
  },
  {},
  {
    name: 'Entitlement',
    description: 'A channel, and whether an Organization may use it in an environment.',
  },
)

const AUDIT_TEXT = { maxLength: 128, oneLine: true } as const

/** What audit events are looked for by. */
export const auditSearch = {
  actorId: text({
    ...AUDIT_TEXT,
    minLength: 1,
    description: 'The person, also where an Agent acted for him; or the name of another actor.',
    example: 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
  }),
  action: text({
    ...AUDIT_TEXT,
    minLength: 1,
    description: 'The operation, as the event names it.',
    example: 'suspendOrganization',
  }),
} as const

const shown = (description: string, example: string) => text({ description, example })

/** An entry of the audit log. */
export const auditEventShape = open(
  {
    auditId: identifier('The event.', 'aud_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    organizationId: nullable(organizationId),
    seq: integer({ min: 1, description: 'Its number in its chain.' }),
    actor: open(
      {
        kind: literalUnion(['user', 'agent', 'operator', 'system']),
        id: shown('The person, or the name of another actor.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd'),
      },
      {},
    ),
    credentialId: nullable(shown('The session or key.', 'agk_01k9x7c2v5n8q4r6t0w3y1z5bd')),
    action: shown('What was done, or tried.', 'suspendOrganization'),
    target: shown('What it concerned.', 'org_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    outcome: literalUnion(['done', 'refused']),
    reason: nullable(shown('Why.', 'Fraud is suspected.')),
    requestId: nullable(shown('Ties it to the logs.', 'req_01k9x7c2v5n8q4r6t0w3y1z5bd')),
    clientAddress: nullable(shown('Where it came from.', '203.0.113.7')),
    at: timestamp('When it was.'),
    details: anyObject({ maxProperties: 100, description: 'What changed, without secrets.' }),
  },
  {},
  { name: 'AuditEvent', description: 'Who did what, when and why.' },
)

/** Something that waits for support: a ticket or a chat. */
export const waitingShape = open(
  { kind: literalUnion(['ticket', 'chat']) },
  { ticket: ticketShape, chat: chatShape },
  { name: 'Waiting', description: 'A ticket or a chat that waits for an operator.' },
)

const email = text({ description: 'As it was written.', example: 'asha@example.com' })
const displayName = text({ description: 'What people call the user.', example: 'Asha' })
const userStatus = literalUnion(['active', 'disabled'])

/** What super admins are allowed, as a request names it. */
export const adminPermissions = list(literalUnion(ADMIN_PERMISSIONS), {
  maxItems: ADMIN_PERMISSIONS.length,
  description: 'All that he may do; none for one who may do nothing any more.',
})

/** A super admin; of his second factor nothing is shown but how many recovery codes are left. */
export const superAdminShape = open(
  {
    userId,
    email,
    displayName,
    status: userStatus,
    permissions: list(literalUnion(ADMIN_PERMISSIONS)),
    recoveryCodesLeft: integer({ min: 0, example: 10 }),
    createdAt: timestamp('Since when he is one.'),
    version,
  },
  {},
  { name: 'SuperAdmin', description: 'A person who administers the platform.' },
)

/** A user as those see him who may let him in or out. */
export const userAccountShape = open(
  { userId, email, displayName, status: userStatus, version },
  {},
  { name: 'UserAccount', description: 'A person who can sign in, or could.' },
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

/** Numbers that nothing is sent to. */
export const blockedDestinationShape = open(
  {
    prefix: shown('How the numbers begin.', '+4474'),
    createdAt: timestamp('Since when it is blocked.'),
  },
  {},
  { name: 'BlockedDestination' },
)

/** How numbers begin that nothing is sent to, as a request names it. */
export const destinationPrefix = text({
  pattern: /^\+[0-9]{1,15}$/,
  description: '+ and 1 to 15 digits.',
  example: '+4474',
})

/** The prefix of a block of the toll-fraud breaker, as the block has it. */
export const breakerPrefix = text({
  pattern: /^\+[0-9]{1,15}$/,
  description: '+ and the first seven digits.',
  example: '+9198765',
})

/** A block of the toll-fraud breaker (decisions 6). */
export const prefixBlockShape = open(
  {
    appId,
    prefix: breakerPrefix,
    sends: integer({ min: 0, description: 'What tripped the breaker.', example: 30 }),
    verified: integer({ min: 0, description: 'So many of them were verified.', example: 2 }),
    blockedAt: timestamp('Since when.'),
    until: timestamp('It ends by itself then.'),
    liftedAt: nullable(timestamp('When an operator lifted it; null where none did.')),
  },
  {},
  { name: 'PrefixBlock', description: 'Numbers that get no passcodes of an app for a while.' },
)
