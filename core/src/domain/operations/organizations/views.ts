import type * as t from 'io-ts'
import { CHANNEL_NAMES } from '../../channels/channels.js'
import { isEntitled } from '../../tenancy/is-entitled.js'
import type { Environment, Organization } from '../../tenancy/records.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { entitlementShape, organizationShape } from './shapes.js'

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

/** An Organization as it is answered (docs/contract#organizations). */
export const organizationView = ({
  organizationId,
  displayName,
  legalName,
  status,
  defaultCurrency,
  createdAtMs,
  version,
}: Organization): t.TypeOf<typeof organizationShape> => ({
  organizationId,
  displayName,
  legalName,
  status,
  defaultCurrency,
  createdAt: isoTime(createdAtMs),
  version,
})
