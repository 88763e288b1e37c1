import { CHANNEL_NAMES, labelsOfNumbered } from '../../../channels/channels.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { messageCountFields } from '../../../runner/domain/fields/counts.js'
import {
  appId,
  brandId,
  countryCode,
  environment,
  organizationId,
  PLATFORMS,
  projectId,
} from '../../../runner/domain/fields/tenancy.js'

const numbered = labelsOfNumbered(true)

export const platform = literalUnion(PLATFORMS, {
  description: 'Only `server` apps get server credentials.',
})

const range = text({ minLength: 2, maxLength: 64, oneLine: true, example: '203.0.113.0/24' })

/**
 * Forms send empty lists for untouched fields; reading them as 'nowhere' would be surprising
 * (`docs/decisions/0014`).
 */
const NO_EMPTY_LIST = { minItems: 1, tooFew: 'Leave it out for no restriction.' } as const

/** Restrictions in the form of requests; null means no restriction, like an omitted field. */
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
    allowedChannels: nullable(
      list(literalUnion(CHANNEL_NAMES), {
        ...NO_EMPTY_LIST,
        maxItems: CHANNEL_NAMES.length,
        description:
          'Channels that it may send by; left out or null: every one that is open to the Organization.',
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
    allowedChannels: list(literalUnion(CHANNEL_NAMES), {
      description: 'Channels that it may send by; absent: every one that is open to the Organization.',
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
    status: literalUnion(['active', 'disabled'], {
      description: 'A disabled app sends nothing; `disabledBy` says whose doing that is.',
    }),
    disabledBy: list(literalUnion(['operator', 'organization']), {
      description: 'Who has it disabled, each of whom alone takes that back; empty while it is active.',
    }),
    createdAt: timestamp('When it was registered.'),
    version: integer({ min: 1, description: 'Grows with every change.' }),
  },
  {},
  { name: 'App', description: 'A Registered App.' },
)

/**
 * An app for the people of its Organization who manage it: with its Brand, Project and usage
 * (docs/contract#apps).
 */
export const listedAppShape = open(
  {
    ...appShape.required,
    brandName: text({ description: "Its Brand's.", example: 'Acme' }),
    projectName: text({ description: "Its Project's.", example: 'Orders' }),
    disabledAt: nullable(timestamp('Since when its Organization has it disabled; null while it has not.')),
    liveCredentials: integer({ min: 0, description: 'How many of its server credentials may be used now.' }),
    lastUsedAt: nullable(
      timestamp('When any of its server credentials was used last, to the hour; null: never.'),
    ),
    hasBillingProfile: flag({ description: 'Whether it is said whom its invoices are made out to.' }),
  },
  {},
  { name: 'ListedApp', description: 'A Registered App, where it stands and what uses it.' },
)

const counted = (description: string) => open(messageCountFields, {}, { description })

/** The effect of disabling an app. */
export const disablingFields = {
  asOf: timestamp('When it was counted.'),
  waiting: counted('Would be cancelled, and their money released; nothing brings them back.'),
  isAtLeast: flag({ description: 'True where more messages wait than were looked at.' }),
  since: timestamp('An hour ago, or later where more was accepted than is looked at.'),
  refused: counted('Were accepted since then, and would have been refused.'),
} as const
