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
import type { UnreadableCallback } from '../domain/receipts/unreadable-callback.js'
import type { StoppedTarget } from '../../platform/domain/switches/stopped-target.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { type EpochMs, isoTime } from '../../kernel/time/epoch-ms.js'
import type {
  blockedDestinationShape,
  prefixBlockShape,
  providerAccountShape,
  providerHealthShape,
  unreadableCallbackShape,
} from './shapes.js'
import type { stoppedShape } from './switch-shapes.js'

type HealthView = t.TypeOf<typeof providerHealthShape>

/** A provider account in the form of responses: never with its secrets, not even sealed ones. */
export const providerAccountView = (account: ProviderAccount): t.TypeOf<typeof providerAccountShape> => {
  const { sealedSecrets: _, createdAtMs, ratePerSecond, ...shown } = account
  return { ...shown, ratePerSecond: ratePerSecond ?? null, createdAt: isoTime(createdAtMs) }
}

/** Only a failed call has an outcome to show. */
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

/** Facts about accounts besides their records. */
export interface HealthFacts {
  /** The calls of the last hour. */
  readonly calls: readonly ProviderCall[]
  readonly reports: readonly AccountReport[]
  readonly nowMs: EpochMs
}

/** The health of an account and the outcomes of its calls, in the form of responses. */
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

/** A blocked destination in the form of responses. */
export const blockedDestinationView = ({
  prefix,
  createdAtMs,
}: BlockedDestination): t.TypeOf<typeof blockedDestinationShape> => ({
  prefix,
  createdAt: isoTime(createdAtMs),
})

/** A block of the SMS pumping breaker, in the form of responses. */
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

/** A stopped target in the form of responses. */
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

/** An unreadable callback in the form of responses. */
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
