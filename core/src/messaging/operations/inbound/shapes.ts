import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import {
  INBOUND_STATES,
  INBOUND_TASKS,
  OPT_WANTS,
} from '../../../providers/domain/inbound/inbound-message.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { suppressionScope } from '../../../consent/operations/shapes.js'

export const inboundId = identifier('ID of the inbound message.', 'inb_01k9x7c2v5n8q4r6t0w3y1z5bd')

export const inboundState = literalUnion(INBOUND_STATES, {
  description:
    '`pending`: not processed yet. `assigned`: belongs to an Organization. `unassigned`: a super admin has to assign it.',
})

export const inboundTask = literalUnion(INBOUND_TASKS, {
  description:
    'Decision that an operator has to make. `unclear`: whether the message is an opt-out. `unattributed`: whose opt-out it is; promotional messages of the sender are on hold until then.',
})

/** The request of an inbound message; `help` needs no decision. */
const WANTS = [...OPT_WANTS, 'help'] as const

/** A message that was written to a sender (docs/api/delivery#inbound-messages). */
export const inboundShape = open(
  {
    inboundId,
    providerAccountId: identifier(
      'ID of the provider account that delivered it.',
      'pac_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    to: text({
      description: 'Sender ID that the message was sent to, as the provider names it.',
      example: 'ACMEIN',
    }),
    text: text({ description: 'Text of the message; empty if it has none.', example: 'STOP' }),
    state: inboundState,
    receivedAt: timestamp('Time at which Postrider received the message.'),
  },
  {
    organizationId,
    from: text({ description: 'Author of the message, masked.', example: '+91******3210' }),
    inReplyTo: text({
      description: "The provider's ID of the message that this one replies to.",
      example: 'a1b2c3d4',
    }),
    wants: literalUnion(WANTS, {
      description:
        'Request of the author: `stop` to get nothing more, `start` to get messages again, or `help` for information about the sender.',
    }),
    scope: suppressionScope,
    task: inboundTask,
    missingParts: integer({
      min: 1,
      max: 255,
      example: 1,
      description:
        'Parts of a long SMS that never arrived, marked with `[…]` in the text. Absent if it is complete.',
    }),
    writtenAt: timestamp("Time at which it was written, by the provider's clock."),
  },
  {
    name: 'InboundMessage',
    description: 'A message that a person sent to a sender ID (inbound message, MO).',
  },
)

/** An inbound message as its Organization sees it, without its provider and the provider's identifiers. */
export const receivedShape = open(
  {
    inboundId,
    to: inboundShape.required.to,
    text: inboundShape.required.text,
    receivedAt: inboundShape.required.receivedAt,
  },
  {
    from: inboundShape.optional.from,
    wants: inboundShape.optional.wants,
    scope: suppressionScope,
    missingParts: inboundShape.optional.missingParts,
    writtenAt: inboundShape.optional.writtenAt,
  },
)
