import type * as t from 'io-ts'
import { mainPartOf, shownSender } from '../../../channels/own-records.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { App } from '../../domain/records.js'
import type { AppSender } from '../../domain/senders/app-sender.js'
import { isInForce, type SenderRegistration } from '../../domain/senders/sender-registration.js'
import type { ChannelConfiguration } from '../../domain/service-configuration.js'
import type { appSenderShape, configurationShape, registrationShape } from './configuration-shapes.js'

/** A sender's registration in the form of responses. */
export const registrationView = (
  registration: SenderRegistration,
  nowMs: EpochMs,
): t.TypeOf<typeof registrationShape> => {
  const { recordedAtMs, ...recorded } = registration
  return { ...recorded, isInForce: isInForce(registration, nowMs), recordedAt: isoTime(recordedAtMs) }
}

/** One of an app's senders in the form of responses. */
export const appSenderView = (
  { sender, kind, countries, classes, weight, status, registrations }: AppSender,
  nowMs: EpochMs,
): t.TypeOf<typeof appSenderShape> => ({
  value: mainPartOf(sender).value,
  sender: { ...shownSender(sender), channel: sender.channel },
  kind,
  countries: countries ?? null,
  classes: classes ?? null,
  weight,
  status,
  registrations: registrations.map((one) => registrationView(one, nowMs)),
})

/**
 * An app's senders and providers for one channel, as super admins read them
 * (docs/api/access#service-configuration).
 */
export const configurationView = (
  { organizationId, appId, channel, senders, providerAccountIds, routing, version }: ChannelConfiguration,
  { legacySenderId }: Pick<App, 'legacySenderId'>,
  nowMs: EpochMs,
): t.TypeOf<typeof configurationShape> => {
  const [first] = senders
  return {
    organizationId,
    appId,
    channel,
    sender: { ...(first === undefined ? {} : shownSender(first.sender)), channel },
    senders: senders.map((one) => appSenderView(one, nowMs)),
    providerAccountIds,
    routing: routing ?? null,
    legacySenderId: legacySenderId ?? null,
    version,
  }
}
