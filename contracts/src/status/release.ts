import type * as t from 'io-ts'
import { CONTRACT_VERSION } from '../contract-version.js'
import { list } from '@postrider/core/kernel/codecs/list'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { timestamp } from '@postrider/core/kernel/codecs/identifiers'

const deprecation = open(
  {
    subject: text({
      description: 'Name of the deprecated feature.',
      example: 'POST /v1/messages/batch: senderId, r, t, st, wt, et, v',
    }),
    deprecatedAt: timestamp('Time at which the deprecation was announced.'),
    sunsetAt: timestamp('Time until which the feature works.'),
    link: text({
      description: 'Path of the migration guide on this host.',
      example: '/docs#tag/Messages/operation/sendBatch',
    }),
  },
  {},
  { name: 'Deprecation', description: 'A feature that will be removed.' },
)

/** The body of GET /v1/release (docs/api/running#release). */
export const release = open(
  {
    service: text({ description: 'Name of the service.', example: 'postrider' }),
    version: text({ description: 'Version of the software.', example: '0.1.0' }),
    contractVersion: text({ description: 'Version of this contract.', example: CONTRACT_VERSION }),
    commit: text({
      description: 'Git commit that the software was built from.',
      example: '0123456789abcdef0123456789abcdef01234567',
    }),
    builtAt: timestamp('Time of the build.'),
    deprecations: list(deprecation, { description: 'Deprecated features that still work.' }),
  },
  {},
  {
    name: 'Release',
    description: 'The running version of Postrider.',
    example: {
      service: 'postrider',
      version: '0.1.0',
      contractVersion: CONTRACT_VERSION,
      commit: '0123456789abcdef0123456789abcdef01234567',
      builtAt: '2026-11-21T08:00:00.000Z',
      deprecations: [],
    },
  },
)

export type Release = t.TypeOf<typeof release>
