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
    description:
      'Returns only events of this person, including what Agents did for them, or of another named actor. Default: everyone.',
    example: 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
  }),
  action: text({
    ...AUDIT_TEXT,
    minLength: 1,
    description: 'Returns only events of this operation. Default: all operations.',
    example: 'suspendOrganization',
  }),
  target: text({
    ...AUDIT_TEXT,
    minLength: 1,
    description: 'Returns only events about this record, by its ID. Default: all records.',
    example: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
  }),
} as const

const shown = (description: string, example: string) => text({ description, example })

/** The actor of an event. */
export const actorShape = open(
  {
    kind: literalUnion(['user', 'agent', 'operator', 'system'], {
      description:
        'Kind of actor: a user, an Agent, a super admin (`operator`), or Postrider itself (`system`).',
    }),
    id: shown('ID of the person, or the name of another actor.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  {},
  { description: 'The actor of the event or action.' },
)

/** An entry of the audit log. */
export const auditEventShape = open(
  {
    auditId: identifier('ID of the audit event.', 'aud_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    organizationId: nullable(organizationId),
    seq: integer({ min: 1, description: 'Position of the event in its audit chain.', example: 1_204 }),
    actor: actorShape,
    credentialId: nullable(
      shown(
        'ID of the session or key that was used; null if there was none.',
        'agk_01k9x7c2v5n8q4r6t0w3y1z5bd',
      ),
    ),
    action: shown('Operation that was performed or attempted.', 'suspendOrganization'),
    target: shown('ID of the record that the operation concerned.', 'org_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    outcome: literalUnion(['done', 'refused'], {
      description: 'Whether the operation was performed or refused.',
    }),
    reason: nullable(shown('Reason that the actor gave; null if none was required.', 'Fraud is suspected.')),
    requestId: nullable(
      shown('ID that correlates the event with the logs.', 'req_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    ),
    clientAddress: nullable(
      shown('IP address that the request came from; null if there was none.', '203.0.113.7'),
    ),
    at: timestamp('Time of the event.'),
    details: anyObject({ maxProperties: 100, description: 'Details of the change, without secrets.' }),
  },
  {},
  { name: 'AuditEvent', description: 'An entry of the audit log: who did what, when and why.' },
)
