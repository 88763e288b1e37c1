import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import type { Environment, Organization } from './records.js'

/** The parts of an Organization that say what it may use. */
type Entitled = Pick<Organization, 'entitledChannels' | 'closedTestChannels'>

/**
 * Whether an Organization may use a channel in an environment: in production where an operator has opened it, in test
 * unless an operator has closed it (docs/contract#entitlements). What is switched in one environment changes
 * nothing in the other.
 */
export const isEntitled = (
  { entitledChannels, closedTestChannels }: Entitled,
  environment: Environment,
  channel: Channel,
): boolean =>
  environment === 'production' ? entitledChannels.includes(channel) : !closedTestChannels.includes(channel)

/** The Organization's entitlements once a channel of an environment is open or closed; the order is that of channels. */
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
