import type * as t from 'io-ts'
import type { BlockedDestination } from '../../catalog/domain/blocked-destination.js'
import type { PrefixBlock } from '../../otp/domain/breaker.js'
import {
  type AccountReport,
  overallHealth,
  type OverallHealth,
  presentReports,
} from '../domain/calls/account-report.js'
import { healthOf, type ProviderCall, type ProviderHealth } from '../domain/calls/provider-health.js'
import { shownSender } from '../../channels/own-records.js'
import type { UnreadableCallback } from '../domain/receipts/unreadable-callback.js'
import type { StoppedTarget } from '../../platform/domain/switches/stopped-target.js'
import type { App } from '../../tenancy/domain/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { type EpochMs, isoTime } from '../../kernel/time/epoch-ms.js'
import type {
  blockedDestinationShape,
  configurationShape,
  prefixBlockShape,
  providerAccountShape,
  providerHealthShape,
  unreadableCallbackShape,
} from './shapes.js'
import type { stoppedShape } from './switch-shapes.js'

type ConfigurationView = t.TypeOf<typeof configurationShape>
type HealthView = t.TypeOf<typeof providerHealthShape>

/**
 * An app's sender and providers for one channel, as super admins read them (docs/contract#service-configuration).
 */
export const configurationView = (
  { organizationId, appId, channel, sender, providerAccountIds, routing, version }: ChannelConfiguration,
  { legacySenderId }: Pick<App, 'legacySenderId'>,
): ConfigurationView => ({
  organizationId,
  appId,
  channel,
  sender: { ...shownSender(sender), channel },
  providerAccountIds,
  routing: routing ?? null,
  legacySenderId: legacySenderId ?? null,
  version,
})

/** A provider account as it is answered: never its secrets, not even sealed ones. */
export const providerAccountView = (account: ProviderAccount): t.TypeOf<typeof providerAccountShape> => {
  const { sealedSecrets: _, createdAtMs, ratePerSecond, ...shown } = account
  return { ...shown, ratePerSecond: ratePerSecond ?? null, createdAt: isoTime(createdAtMs) }
}

/** Only a call that went wrong has an outcome to be shown. */
const failureView = ({ lastFailure }: ProviderHealth): HealthView['lastFailure'] => {
  if (lastFailure === undefined || lastFailure.phase === 'accepted' || lastFailure.phase === 'intent')
    return null
  const { phase, detail, startedAtMs } = lastFailure
  return { outcome: phase, detail: detail ?? null, at: isoTime(startedAtMs) }
}

const healthStatusView = ({ sinceMs, detail, ...shown }: OverallHealth): HealthView['health'] => ({
  ...shown,
  since: isoTime(sinceMs),
  detail: detail ?? null,
})

/** What is known of accounts besides themselves. */
export interface HealthFacts {
  /** Those of the last hour. */
  readonly calls: readonly ProviderCall[]
  readonly reports: readonly AccountReport[]
  readonly nowMs: EpochMs
}

/** How an account stands and what became of its calls, as it is answered. */
export const providerHealthView = (
  { providerAccountId, name, kind, status }: ProviderAccount,
  { calls, reports, nowMs }: HealthFacts,
): HealthView => {
  const lately = healthOf(providerAccountId, calls)
  const overall = overallHealth(providerAccountId, presentReports(reports, nowMs))
  const health = overall === undefined ? null : healthStatusView(overall)
  return { providerAccountId, name, kind, status, health, ...lately, lastFailure: failureView(lately) }
}

const timeOrNull = (atMs: EpochMs | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

/** Numbers that nothing is sent to, as they are answered. */
export const blockedDestinationView = ({
  prefix,
  createdAtMs,
}: BlockedDestination): t.TypeOf<typeof blockedDestinationShape> => ({
  prefix,
  createdAt: isoTime(createdAtMs),
})

/** A block of the toll-fraud breaker, as it is answered. */
export const prefixBlockView = ({
  appId,
  prefix,
  sends,
  verified,
  blockedAtMs,
  untilMs,
  liftedAtMs,
}: PrefixBlock): t.TypeOf<typeof prefixBlockShape> => ({
  appId,
  prefix,
  sends,
  verified,
  blockedAt: isoTime(blockedAtMs),
  until: isoTime(untilMs),
  liftedAt: timeOrNull(liftedAtMs),
})

/** Something that is stopped, as it is answered. */
export const stoppedView = ({
  organizationId,
  environment,
  version,
  sinceMs,
  act,
  ...named
}: StoppedTarget): t.TypeOf<typeof stoppedShape> => ({
  ...named,
  organizationId: organizationId ?? null,
  environment: environment ?? null,
  version: version ?? null,
  since: timeOrNull(act?.atMs ?? sinceMs),
  by: act?.actor ?? null,
  reason: act?.reason ?? null,
})

/** What nobody understood, as it is answered. */
export const unreadableCallbackView = ({
  callbackId,
  providerAccountId,
  detail,
  raw,
  receivedAtMs,
}: UnreadableCallback): t.TypeOf<typeof unreadableCallbackShape> => ({
  callbackId,
  providerAccountId,
  detail,
  kept: raw,
  receivedAt: isoTime(receivedAtMs),
})
