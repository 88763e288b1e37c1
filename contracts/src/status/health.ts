import type * as t from 'io-ts'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { timestamp } from '@postrider/core/kernel/codecs/identifiers'

/** The body of GET /v1/health (docs/api/running#health), which covers only the process. */
export const health = open(
  {
    status: literalUnion(['pass'], {
      description: 'Always `pass`: a process that is not up does not respond.',
    }),
    service: literalUnion(['postrider'], { description: 'Name of the service.' }),
    time: timestamp('Time of the response.'),
  },
  {},
  {
    name: 'Health',
    description: 'The process is up. Nothing else is checked.',
    example: { status: 'pass', service: 'postrider', time: '2026-11-21T08:30:00.000Z' },
  },
)

export type Health = t.TypeOf<typeof health>
