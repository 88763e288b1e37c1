import type * as t from 'io-ts'
import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { emailAddress } from '../../kernel/codecs/email-text.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { currency, minor } from '../../kernel/codecs/money.js'
import { closed } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { providerAccountRequestFields, providerSecrets } from '../../providers/operations/shapes.js'
import { senderRequest } from '../../tenancy/operations/apps/configuration-shapes.js'
import { priceFields } from '../../runner/domain/fields/prices.js'
import { environment } from '../../runner/domain/fields/tenancy.js'
import { name } from '../../runner/domain/fields/written-texts.js'

const person = { email: emailAddress, displayName: name('What people call them.', 'Olu') } as const

const admin = closed(
  // Password quality is checked later, with everything known about the person.
  { ...person, password: text({ anyCharacter: true, description: 'At least 12 characters.' }) },
  {},
)

const organization = closed(
  {
    displayName: name('Name of the Organization, as people know it.', 'Acme'),
    projectName: name('What its first Project is called.', 'Shop'),
    environment,
    currency,
  },
  {
    legalName: name('What contracts call it; absent: as people do.', 'Acme Private Limited'),
    brandName: name('What its first Brand is called; absent: as it is itself.', 'Acme'),
  },
)

const credential = closed(
  {
    label: name('Label of the credential, for people.', 'order service'),
    daysOfLife: integer({
      min: 1,
      max: 365,
      description: 'Number of days until the credential expires.',
      example: 365,
    }),
  },
  {},
)

const provider = closed(providerAccountRequestFields, { secrets: providerSecrets })

const senders = closed(
  {},
  Object.fromEntries(CHANNEL_NAMES.map((channel) => [channel, senderRequest])) as Readonly<
    Record<Channel, typeof senderRequest>
  >,
  { description: 'One for each channel that a provider account serves.' },
)

const price = closed(
  {
    channel: priceFields.channel,
    destinationPrefix: defaulted(priceFields.destinationPrefix, '*'),
    unitAmountMinor: minor('Price in minor units for an SMS segment or for a message of another channel.', 1),
  },
  { currency },
)

/** The most providers and prices in a first set-up; more can be added later. */
const MOST_PROVIDERS = 10
const MOST_PRICES = 100

/**
 * Everything that an installation needs before its first message (docs/api/running#first-set-up): two super
 * admins, an Organization with an app and its credential, senders and providers, prices and a credit. Prices
 * are list prices in the Organization's currency unless they name another. The credential may perform all
 * actions on every channel that a provider account serves.
 */
export const firstSetUpRequest = closed(
  {
    firstAdmin: admin,
    secondAdmin: closed(person, {}),
    organization,
    appName: name('What is to send.', 'Order service'),
    credential,
    providers: list(provider, { minItems: 1, maxItems: MOST_PROVIDERS }),
    senders,
    prices: list(price, { minItems: 1, maxItems: MOST_PRICES }),
    creditMinor: minor('What the Organization begins with, in its currency.', 1),
  },
  {},
)

/** The request of `postrider setup`; {@link firstSetUpRequest} documents its shape. */
export type FirstSetUpRequest = t.TypeOf<typeof firstSetUpRequest>
