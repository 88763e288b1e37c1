import type * as t from 'io-ts'
import { CONTRACT_VERSION } from '../contract-version.js'
import { list } from '@postrider/core/kernel/codecs/list'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { timestamp } from '@postrider/core/kernel/codecs/identifiers'

const deprecation = open(
  {
    subject: text({ description: 'What is deprecated.' }),
    deprecatedAt: timestamp('Since when.'),
    sunsetAt: timestamp('Until when it works.'),
    link: text({ description: 'Where the way out is described.' }),
  },
  {},
  { name: 'Deprecation', description: 'Something that will go away.' },
)

/** The body of GET /v1/release (docs/contract#release). */
export const release = open(
  {
    service: text({ example: 'postrider' }),
    version: text({ description: 'Of the software.', example: '0.1.0' }),
    contractVersion: text({ description: 'Of this document.', example: CONTRACT_VERSION }),
    commit: text({ description: 'What it was built from.' }),
    builtAt: timestamp('When it was built.'),
    deprecations: list(deprecation),
  },
  {},
  {
    name: 'Release',
    description: 'What is running.',
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
