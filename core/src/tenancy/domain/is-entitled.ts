import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import type { Environment, Organization } from './records.js'

/** The fields of an Organization that hold its channel entitlements. */
type Entitled = Pick<Organization, 'entitledChannels' | 'closedTestChannels'>

/**
 * Whether an Organization may use a channel in an environment. In production, a super admin must have opened
 * it; in test, it is open unless a super admin has closed it (docs/api/access#entitlements). Each environment
 * is switched separately.
 */
export const isEntitled = (
  { entitledChannels, closedTestChannels }: Entitled,
  environment: Environment,
  channel: Channel,
): boolean =>
  environment === 'production' ? entitledChannels.includes(channel) : !closedTestChannels.includes(channel)

/**
 * The Organization's entitlements after a channel of an environment is opened or closed; ordered by channel.
 */
export const withEntitlement = <O extends Entitled>(
  organization: O,
  environment: Environment,
  channel: Channel,
  enabled: boolean,
): O => {
  const among = (listed: readonly Channel[], isListed: boolean): readonly Channel[] =>
    CHANNEL_NAMES.filter((one) => (one === channel ? isListed : listed.includes(one)))
  const { entitledChannels, closedTestChannels } = organization
  return environment === 'production'
    ? { ...organization, entitledChannels: among(entitledChannels, enabled) }
    : { ...organization, closedTestChannels: among(closedTestChannels, !enabled) }
}
