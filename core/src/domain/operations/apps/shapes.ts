import { labelsOfNumbered } from '../../channels/channels.js'
import { timestamp } from '../../codecs/identifiers.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { nullable } from '../../codecs/nullable.js'
import { closed, open } from '../../codecs/shape.js'
import { text } from '../../codecs/text.js'
import {
  appId,
  brandId,
  countryCode,
  environment,
  organizationId,
  PLATFORMS,
  projectId,
} from '../fields/tenancy.js'

const numbered = labelsOfNumbered(true)

export const platform = literalUnion(PLATFORMS, {
  description: 'Only `server` apps get server credentials.',
})

const range = text({ minLength: 2, maxLength: 64, oneLine: true, example: '203.0.113.0/24' })

/** Forms send empty lists for what was not filled in; to take them for 'nowhere' would surprise (`docs/decisions/0014`). */
const NO_EMPTY_LIST = { minItems: 1, tooFew: 'Leave it out for no restriction.' } as const

/** Restrictions as a request has them; null is none, like what is left out. */
export const restrictionsRequest = closed(
  {},
  {
    allowedIps: nullable(
      list(range, {
        ...NO_EMPTY_LIST,
        maxItems: 100,
        description: 'CIDR ranges that sends may come from; left out or null: every address.',
      }),
    ),
    allowedCountries: nullable(
      list(countryCode, {
        ...NO_EMPTY_LIST,
        maxItems: 250,
        description: `Countries that ${numbered} may go to; left out or null: every country.`,
      }),
    ),
  },
  { description: 'Where sends may come from and go to.' },
)

const restrictionsShape = open(
  {},
  {
    allowedIps: list(range, {
      description: 'CIDR ranges that sends may come from; absent: every address, empty: none.',
    }),
    allowedCountries: list(countryCode, {
      description: `Countries that ${numbered} may go to; absent: every country, empty: none.`,
    }),
  },
  { description: 'Where sends may come from and go to.' },
)

/** A Brand (docs/contract#organizations). */
export const brandShape = open(
  { brandId, organizationId, name: text({ example: 'Acme' }), createdAt: timestamp('When it was created.') },
  {},
  { name: 'Brand' },
)

/** A Project (docs/contract#organizations). */
export const projectShape = open(
  {
    projectId,
    brandId,
    organizationId,
    name: text({ example: 'Orders' }),
    environment,
    createdAt: timestamp('When it was created.'),
  },
  {},
  { name: 'Project' },
)

/** A Registered App (docs/contract#apps). */
export const appShape = open(
  {
    appId,
    projectId,
    brandId,
    organizationId,
    name: text({ example: 'Order service' }),
    platform,
    environment,
    restrictions: restrictionsShape,
    status: literalUnion(['active', 'disabled']),
    createdAt: timestamp('When it was registered.'),
  },
  {},
  { name: 'App', description: 'A Registered App.' },
)
