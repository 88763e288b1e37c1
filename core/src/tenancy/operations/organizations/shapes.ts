import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { appId, environment, organizationId } from '../../../runner/domain/fields/tenancy.js'

/** An Organization (docs/contract#organizations). */
export const organizationShape = open(
  {
    organizationId,
    displayName: text({ description: 'What people call it.', example: 'Acme' }),
    legalName: text({ description: 'What contracts call it.', example: 'Acme Private Limited' }),
    status: literalUnion(['active', 'suspended']),
    defaultCurrency: currency,
    requiresSecondFactor: flag({ description: 'Whether its members need a second factor to work in it.' }),
    createdAt: timestamp('When it was created.'),
    version: integer({ min: 1, description: 'Grows with every change.' }),
  },
  {},
  { name: 'Organization', description: 'The tenant and billing owner.' },
)

/** An invitation to create an account on the website (docs/contract#signing-up). */
export const customerInvitationShape = open(
  { email: emailAddress, expiresAt: timestamp('Until when its link works.') },
  {},
)

/** The search text for Organizations. */
export const searchText = text({
  minLength: 1,
  maxLength: 100,
  oneLine: true,
  visible: true,
  description: 'Part of a name, whatever its case, or how an identifier begins.',
  example: 'acme',
})

/** An Organization's balance in a currency, as super admins see it (docs/contract#balances). */
export const organizationBalanceShape = open(
  {
    environment,
    currency,
    availableMinor: minor('postedMinor minus reservedMinor: what may still be spent.'),
    reservedMinor: minor('Held by messages that are not final.', 0),
    postedMinor: minor('Credits and adjustments minus settlements.'),
  },
  {},
)

/** A person of an Organization, as super admins who read the audit log see them. */
export const organizationPersonShape = open(
  {
    userId,
    displayName: text({ description: 'What they are called.', example: 'Asha Rao' }),
  },
  {},
)

/** An app of any Organization, as a search result (docs/contract#admin-operations). */
export const foundAppShape = open(
  {
    appId,
    name: text({ description: 'The name of the app.', example: 'Shop' }),
    organizationId,
    organizationName: text({ description: 'The name of its Organization.', example: 'Acme' }),
    environment,
    status: literalUnion(['active', 'disabled']),
    disabledBy: list(literalUnion(['operator', 'organization']), {
      description: 'The sides that disabled it; empty while it is active.',
    }),
  },
  {},
  { name: 'FoundApp', description: 'An app of any Organization, as a search finds it.' },
)

/** Whether an Organization may use a channel. */
export const entitlementShape = open(
  {
    channel: literalUnion(CHANNEL_NAMES),
    enabled: flag({
      description: 'In production whether an operator has opened it; in test whether none has closed it.',
    }),
    environment,
  },
  {},
  {
    name: 'Entitlement',
    description: 'A channel, and whether an Organization may use it in an environment.',
  },
)
