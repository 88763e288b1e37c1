import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { SUPPRESSION_ENDERS, SUPPRESSION_SCOPES, SUPPRESSION_SOURCES } from '../domain/suppression.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'

export const suppressionId = identifier(
  'ID of the suppression; starts with `sup_`.',
  'sup_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The recipient of a suppression, as super admins enter it. */
export const recipientText = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  description: 'Phone number with a leading `+` for all channels that use it, or an email address.',
  example: '+919876543210',
})

export const suppressionSource = literalUnion(SUPPRESSION_SOURCES, {
  description:
    'Cause of the suppression: a super admin (`operator`), an opt-out of the recipient, a bounce of the mail server, a complaint, or a block by the mobile network.',
})

export const suppressionScope = literalUnion(SUPPRESSION_SCOPES, {
  description:
    '`all` blocks every message; `except_otp` blocks every message except OTPs; `promotional` blocks only promotional ones.',
})

/**
 * A recipient to whom an Organization doesn't send, or doesn't send promotional messages
 * (docs/api/delivery#suppressions).
 */
export const suppressionShape = open(
  {
    suppressionId,
    organizationId,
    to: text({ description: 'The recipient, masked.', example: '+91******3210' }),
    source: suppressionSource,
    scope: suppressionScope,
    reason: text({ description: 'Reason for the suppression.', example: 'Asked to be left alone.' }),
    createdAt: timestamp('Time at which the suppression was created.'),
  },
  {},
  {
    name: 'Suppression',
    description: 'A recipient who gets nothing from an Organization, or nothing promotional.',
  },
)

const { suppressionId: id, to, source, scope, createdAt } = suppressionShape.required

/**
 * A suppression as the Organization's members see it: without the super admin's reason, and with who can end
 * it.
 */
export const ownSuppressionShape = open(
  {
    suppressionId: id,
    to,
    source,
    scope,
    createdAt,
    endedBy: literalUnion(SUPPRESSION_ENDERS, {
      description:
        'Side that can end it: the recipient by replying START to a sender, or support on request.',
    }),
  },
  {},
)
