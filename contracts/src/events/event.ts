import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import { identifier, timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { EVENT_TYPES } from '@postrider/core/feed/domain/event-note'
import { appId, organizationId } from '@postrider/core/runner/domain/fields/tenancy'

/** A position among the events of an app. */
export const sequence = (description: string) => integer({ min: 0, description, example: 1205 })

/** An event as it is pulled and pushed (docs/api/events#event). */
export const event = open(
  {
    id: identifier(
      'ID of the event; the same each time the event is delivered.',
      'evt_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    type: text({
      description: 'Type of the event. Accept unknown values.',
      openSet: EVENT_TYPES,
      example: 'message.delivered',
    }),
    sequence: sequence("Number of the event among the app's events. Starts at 1 and has no gaps."),
    occurredAt: timestamp('Time at which it happened.'),
    organizationId,
    appId,
    environment: literalUnion(['test', 'production'], { description: "The app's environment." }),
    data: anyObject({
      maxProperties: 64,
      description:
        'Details of the event. For the state of a message, the fields of `GET /v1/messages/{messageId}` after the change.',
    }),
  },
  {},
  {
    name: 'Event',
    description: 'Something that happened in an app. It has no message text, code or recipient.',
  },
)
