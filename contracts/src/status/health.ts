import type * as t from 'io-ts'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { timestamp } from '@postrider/core/kernel/codecs/identifiers'

/** The body of GET /v1/health (docs/contract#health), which covers only the process. */
export const health = open(
  {
    status: literalUnion(['pass']),
    service: literalUnion(['postrider']),
    time: timestamp('When this was answered.'),
  },
  {},
  {
    name: 'Health',
    description: 'The process is up; nothing else is asked.',
    example: { status: 'pass', service: 'postrider', time: '2026-11-21T08:30:00.000Z' },
  },
)

export type Health = t.TypeOf<typeof health>
