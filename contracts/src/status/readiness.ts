import type * as t from 'io-ts'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { timestamp } from '@postrider/core/kernel/codecs/identifiers'

const check = open(
  {
    name: literalUnion(
      ['storage', 'durability', 'migrations', 'outbox', 'queue', 'clock', 'restore', 'keys'],
      { description: 'Name of the check.' },
    ),
    status: literalUnion(['pass', 'warn', 'fail'], {
      description: "`pass` and `warn`: requests can be accepted. `fail`: they can't.",
    }),
    observedAt: timestamp('Time of the check.'),
  },
  {},
  {
    name: 'ReadinessCheck',
    description: "One condition for accepting messages. `warn` doesn't make the process unready.",
  },
)

/** The body of GET /v1/readiness, with 200 and with 503 (docs/api/running#readiness). */
export const readiness = open(
  {
    status: literalUnion(['pass', 'fail'], { description: '`pass` if no check fails, otherwise `fail`.' }),
    checks: list(check, { description: 'The result of each check.' }),
    time: timestamp('Time of the response.'),
  },
  {},
  {
    name: 'Readiness',
    description: 'Whether the process is ready for requests.',
    example: {
      status: 'pass',
      checks: [{ name: 'storage', status: 'pass', observedAt: '2026-11-21T08:29:59.500Z' }],
      time: '2026-11-21T08:30:00.000Z',
    },
  },
)

export type ReadinessBody = t.TypeOf<typeof readiness>
