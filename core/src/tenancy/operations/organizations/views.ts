import type * as t from 'io-ts'
import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { type Account, availableMinor } from '../../../ledger/domain/account.js'
import { disabledBy, isInUse } from '../../domain/app-state.js'
import { isEntitled } from '../../domain/is-entitled.js'
import type { App, Environment, Organization } from '../../domain/records.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type {
  entitlementShape,
  foundAppShape,
  organizationBalanceShape,
  organizationShape,
} from './shapes.js'

/** Every channel, and whether the Organization may use it in the environment. */
export const entitlementsView = (
  organization: Organization,
  environment: Environment,
): ReadonlyArray<t.TypeOf<typeof entitlementShape>> =>
  CHANNEL_NAMES.map((channel) => ({
    channel,
    enabled: isEntitled(organization, environment, channel),
    environment,
  }))

/** An Organization's balance in one account, as super admins see it. */
export const balanceView = (account: Account): t.TypeOf<typeof organizationBalanceShape> => ({
  environment: account.environment,
  currency: account.currency,
  availableMinor: availableMinor(account),
  reservedMinor: account.reservedMinor,
  postedMinor: account.postedMinor,
})

/** A found app with its Organization's display name. */
export const foundAppView = (app: App, organizationName: string): t.TypeOf<typeof foundAppShape> => ({
  appId: app.appId,
  name: app.name,
  organizationId: app.organizationId,
  organizationName,
  environment: app.environment,
  status: isInUse(app) ? 'active' : 'disabled',
  disabledBy: disabledBy(app),
})

/** An Organization in the form of responses (docs/api/access#organizations). */
export const organizationView = ({
  organizationId,
  displayName,
  legalName,
  status,
  defaultCurrency,
  requiresSecondFactor,
  createdAtMs,
  version,
}: Organization): t.TypeOf<typeof organizationShape> => ({
  organizationId,
  displayName,
  legalName,
  status,
  defaultCurrency,
  requiresSecondFactor,
  createdAt: isoTime(createdAtMs),
  version,
})
