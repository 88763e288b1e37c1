import type * as t from 'io-ts'
import { shownSender } from '../../../channels/own-records.js'
import type { App } from '../../domain/records.js'
import type { ChannelConfiguration } from '../../domain/service-configuration.js'
import type { configurationShape } from './configuration-shapes.js'

/**
 * An app's sender and providers for one channel, as super admins read them (docs/api/access#service-configuration).
 */
export const configurationView = (
  { organizationId, appId, channel, sender, providerAccountIds, routing, version }: ChannelConfiguration,
  { legacySenderId }: Pick<App, 'legacySenderId'>,
): t.TypeOf<typeof configurationShape> => ({
  organizationId,
  appId,
  channel,
  sender: { ...shownSender(sender), channel },
  providerAccountIds,
  routing: routing ?? null,
  legacySenderId: legacySenderId ?? null,
  version,
})
