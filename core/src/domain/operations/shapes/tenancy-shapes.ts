import { identifier, timestamp } from '../../codecs/identifiers.js'
import { integer } from '../../codecs/integer.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { currency } from '../../codecs/money.js'
import { nullable } from '../../codecs/nullable.js'
import { closed, open } from '../../codecs/shape.js'
import { text } from '../../codecs/text.js'

export const organizationId = identifier('The Organization.', 'org_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const brandId = identifier('The Brand.', 'brd_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const projectId = identifier('The Project.', 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const appId = identifier('The Registered App.', 'app_01k9x7c2v5n8q4r6t0w3y1z5bd')

export const environment = literalUnion(['test', 'production'], {
  description: 'In `test` only the sandbox sends, and money is play money.',
})

/** Which of an Organization's books a request about its money means (decisions 16.3). */
export const environmentMeant = literalUnion(['test', 'production'], {
  description:
    "Which of the Organization's books: test and production keep their money apart. Absent: the environment of its Projects, where all are of the same.",
})

/** What apps run on (decisions 8). */
export const PLATFORMS = ['server', 'web', 'ios', 'android'] as const

export const platform = literalUnion(PLATFORMS, {
  description: 'Only `server` apps get server credentials.',
})

/** A country by its code. */
export const countryCode = text({
  pattern: /^[A-Z]{2}$/,
  description: 'ISO 3166-1 alpha-2 code.',
  example: 'IN',
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
        description: 'Countries that SMS and WhatsApp may go to; left out or null: every country.',
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
      description: 'Countries that SMS and WhatsApp may go to; absent: every country, empty: none.',
    }),
  },
  { description: 'Where sends may come from and go to.' },
)

/** An Organization (decisions 8). */
export const organizationShape = open(
  {
    organizationId,
    displayName: text({ description: 'What people call it.', example: 'Acme' }),
    legalName: text({ description: 'What contracts call it.', example: 'Acme Private Limited' }),
    status: literalUnion(['active', 'suspended']),
    defaultCurrency: currency,
    createdAt: timestamp('When it was created.'),
    version: integer({ min: 1, description: 'Grows with every change.' }),
  },
  {},
  { name: 'Organization', description: 'The tenant and billing owner.' },
)

/** A Brand (decisions 8). */
export const brandShape = open(
  { brandId, organizationId, name: text({ example: 'Acme' }), createdAt: timestamp('When it was created.') },
  {},
  { name: 'Brand' },
)

/** A Project (decisions 8). */
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

/** A Registered App (decisions 8). */
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
