import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { INBOUND_STATES, OPT_WANTS } from '../../../providers/domain/inbound/inbound-message.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { suppressionScope } from '../../../consent/operations/shapes.js'

export const inboundId = identifier('The inbound message.', 'inb_01k9x7c2v5n8q4r6t0w3y1z5bd')

export const inboundState = literalUnion(INBOUND_STATES, {
  description: 'Whether it is known whose it is; `unassigned`: an operator is to say.',
})

/** A message that was written to a sender (docs/contract#inbound-messages). */
export const inboundShape = open(
  {
    inboundId,
    providerAccountId: identifier(
      'The provider account that handed it over.',
      'pac_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    to: text({ description: 'Whom it was written to, as the provider names the sender.', example: 'ACMEIN' }),
    text: text({ description: 'What is written; empty where there is no text in it.', example: 'STOP' }),
    state: inboundState,
    receivedAt: timestamp('When it was received.'),
  },
  {
    organizationId,
    from: text({ description: 'Who wrote it, masked.', example: '+91******3210' }),
    inReplyTo: text({
      description: "The provider's identifier of the message that it answers.",
      example: 'a1b2c3d4',
    }),
    wants: literalUnion(OPT_WANTS, { description: 'To get nothing more, or to get it again.' }),
    scope: suppressionScope,
    writtenAt: timestamp("When it was written by the provider's clock."),
  },
  { name: 'InboundMessage', description: 'What somebody wrote to a sender.' },
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
    writtenAt: inboundShape.optional.writtenAt,
  },
)
