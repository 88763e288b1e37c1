import type * as t from 'io-ts'
import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { requestId } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { event, sequence } from './event.js'
import { eventExample } from './event-types.js'

/** The most events of a page, and the longest wait in seconds. */
const MOST_EVENTS = 1000
const LONGEST_WAIT_SECONDS = 25

/** The query of GET /v1/events (docs/api/events#pull). */
export const eventQuery = closed(
  {
    limit: defaulted(
      integer({
        min: 1,
        max: MOST_EVENTS,
        description: 'Maximum number of events to read. Events of other types than `types` count too.',
        example: 100,
      }),
      100,
    ),
    wait: defaulted(
      integer({
        min: 0,
        max: LONGEST_WAIT_SECONDS,
        description:
          'Seconds to wait for an event if there is none after `after` (long polling). 0: respond at once.',
        example: 25,
      }),
      0,
    ),
  },
  {
    after: integer({
      min: 0,
      description:
        'Returns events with a larger sequence: pass `nextSequence` of the previous page. Default: from the oldest event that is kept.',
      example: 1204,
    }),
    types: text({
      minLength: 1,
      maxLength: 1024,
      oneLine: true,
      description: 'Returns only events of these types, separated by commas. Default: all types.',
      example: 'message.delivered,message.failed',
    }),
  },
)

export type EventParameters = t.TypeOf<typeof eventQuery>

/** A page of the events of the credential's app. */
export const eventPage = open(
  {
    events: list(event, {
      maxItems: MOST_EVENTS,
      description: 'The events, in the order of their sequence.',
    }),
    nextSequence: sequence('Value of `after` for the next request.'),
    latestSequence: sequence("Sequence of the app's newest event; 0 if there is none."),
    requestId,
  },
  {},
  {
    name: 'EventPage',
    description: 'A page of events.',
    example: {
      events: [eventExample('message.delivered')],
      nextSequence: 1205,
      latestSequence: 1205,
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type EventPageBody = t.TypeOf<typeof eventPage>
