import { anyObject } from '../../kernel/codecs/any-object.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'

const AUDIT_TEXT = { maxLength: 128, oneLine: true } as const

/** The filters for audit events. */
export const auditSearch = {
  actorId: text({
    ...AUDIT_TEXT,
    minLength: 1,
    description: 'The person, also where an Agent acted for them; or the name of another actor.',
    example: 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
  }),
  action: text({
    ...AUDIT_TEXT,
    minLength: 1,
    description: 'The operation, as the event names it.',
    example: 'suspendOrganization',
  }),
  target: text({
    ...AUDIT_TEXT,
    minLength: 1,
    description: 'What it concerned: the history of a record.',
    example: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
  }),
} as const

const shown = (description: string, example: string) => text({ description, example })

/** The actor of an event. */
export const actorShape = open(
  {
    kind: literalUnion(['user', 'agent', 'operator', 'system']),
    id: shown('The person, or the name of another actor.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  {},
)

/** An entry of the audit log. */
export const auditEventShape = open(
  {
    auditId: identifier('The event.', 'aud_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    organizationId: nullable(organizationId),
    seq: integer({ min: 1, description: 'Its number in its chain.' }),
    actor: actorShape,
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
