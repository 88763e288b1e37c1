import type * as t from 'io-ts'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { timestamp } from '@postrider/core/kernel/codecs/identifiers'

const check = open(
  {
    name: literalUnion([
      'storage',
      'durability',
      'migrations',
      'outbox',
      'queue',
      'clock',
      'restore',
      'keys',
    ]),
    status: literalUnion(['pass', 'warn', 'fail']),
    observedAt: timestamp('When this was looked at.'),
  },
  {},
  { name: 'ReadinessCheck', description: 'One thing that acceptance stands on; `warn` does not hinder it.' },
)

/** The body of GET /v1/readiness, with 200 and with 503 (docs/contract#readiness). */
export const readiness = open(
  {
    status: literalUnion(['pass', 'fail']),
    checks: list(check),
    time: timestamp('When this was answered.'),
  },
  {},
  {
    name: 'Readiness',
    description: 'Whether requests should be sent here.',
    example: {
      status: 'pass',
      checks: [{ name: 'storage', status: 'pass', observedAt: '2026-11-21T08:29:59.500Z' }],
      time: '2026-11-21T08:30:00.000Z',
    },
  },
)

export type ReadinessBody = t.TypeOf<typeof readiness>
