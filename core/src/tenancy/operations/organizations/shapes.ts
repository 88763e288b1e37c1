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

/** An Organization (docs/api/access#organizations). */
export const organizationShape = open(
  {
    organizationId,
    displayName: text({ description: 'Name of the Organization, as people know it.', example: 'Acme' }),
    legalName: text({ description: 'Legal name, for contracts.', example: 'Acme Private Limited' }),
    status: literalUnion(['active', 'suspended'], {
      description: "`suspended` Organizations can't send; `active` ones can.",
    }),
    defaultCurrency: currency,
    requiresSecondFactor: flag({
      description: '`true` if members need a second factor to work in the Organization.',
    }),
    createdAt: timestamp('Time at which the Organization was created.'),
    version: integer({
      min: 1,
      description: 'Version of the Organization; increases with every change.',
      example: 1,
    }),
  },
  {},
  { name: 'Organization', description: 'An Organization: a tenant that sends messages and pays for them.' },
)

/** An invitation to create an account on the website (docs/api/sign-in#signing-up). */
export const customerInvitationShape = open(
  { email: emailAddress, expiresAt: timestamp('Time at which the link expires.') },
  {},
  { description: 'An invitation to sign up at the website.' },
)

/** The search text for Organizations. */
export const searchText = text({
  minLength: 1,
  maxLength: 100,
  oneLine: true,
  visible: true,
  description: 'Part of a name in any case, or the start of an ID.',
  example: 'acme',
})

/** An Organization's balance in a currency, as super admins see it (docs/api/money#balances). */
export const organizationBalanceShape = open(
  {
    environment,
    currency,
    availableMinor: minor(
      'Balance that can still be spent, in minor units: `postedMinor` minus `reservedMinor`.',
    ),
    reservedMinor: minor("Amount reserved for messages that aren't final yet, in minor units.", 0),
    postedMinor: minor('Credits and adjustments minus settlements, in minor units.'),
  },
  {},
)

/** A person of an Organization, as super admins who read the audit log see them. */
export const organizationPersonShape = open(
  {
    userId,
    displayName: text({ description: 'Display name of the person.', example: 'Asha Rao' }),
  },
  {},
)

/** An app of any Organization, as a search result (docs/api/admin). */
export const foundAppShape = open(
  {
    appId,
    name: text({ description: 'Name of the app.', example: 'Shop' }),
    organizationId,
    organizationName: text({ description: "Name of the app's Organization.", example: 'Acme' }),
    environment,
    status: literalUnion(['active', 'disabled'], {
      description: "`disabled` apps can't send; `active` ones can.",
    }),
    disabledBy: list(literalUnion(['operator', 'organization']), {
      description: 'Sides that disabled the app: `operator`, `organization` or both. Empty if it is active.',
    }),
  },
  {},
  { name: 'FoundApp', description: 'An app of any Organization, as found by a search.' },
)

/** Whether an Organization may use a channel. */
export const entitlementShape = open(
  {
    channel: literalUnion(CHANNEL_NAMES, { description: 'Channel that may or may not be used.' }),
    enabled: flag({
      description:
        '`true` if the Organization may use the channel. Default: `false` in production, `true` in test.',
    }),
    environment,
  },
  {},
  {
    name: 'Entitlement',
    description: 'Whether an Organization may use a channel in an environment.',
  },
)
