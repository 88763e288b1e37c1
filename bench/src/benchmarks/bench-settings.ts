import { DEFAULT_RATE_LIMITS } from '@postrider/core/limits/domain/rate-policy'
import { E } from '@postrider/core/fp'
import { parseSettings, type Settings } from '@postrider/wiring/settings'
import type { Variant } from './variant.js'
import { ON_LOOPBACK } from '@postrider/test/builders/loopback-networks'

const MOST_PER_SECOND = '1000000'

/** Limits that no run reaches. The rate limiter still runs for every request. */
const UNLIMITED = {
  POSTRIDER_RATE_SENDS: MOST_PER_SECOND,
  POSTRIDER_RATE_OTP: MOST_PER_SECOND,
  POSTRIDER_RATE_VERIFICATIONS: MOST_PER_SECOND,
  POSTRIDER_RATE_READS: MOST_PER_SECOND,
  POSTRIDER_RATE_ORGANIZATION_READS: MOST_PER_SECOND,
  POSTRIDER_RATE_CONTROL: MOST_PER_SECOND,
  POSTRIDER_RATE_AGENT: MOST_PER_SECOND,
}

/** The settings of a benchmark server. The load generator may set the client address like a proxy. */
export const benchEnvironment = (variant: Variant): Readonly<Record<string, string>> => ({
  POSTRIDER_STORAGE_URL: variant.storageUrl,
  POSTRIDER_QUEUE_URL: variant.queueUrl,
  POSTRIDER_QUEUE_PREFIX: variant.queuePrefix,
  POSTRIDER_DATA_DIR: variant.dataDir,
  POSTRIDER_HTTP_PORT: '0',
  POSTRIDER_CONSOLE_PORT: '0',
  POSTRIDER_WEBSITE_PORT: '0',
  POSTRIDER_METRICS_PORT: '0',
  POSTRIDER_DRAIN_PAUSE_MS: '0',
  POSTRIDER_MASTER_KEY: variant.masterKey,
  POSTRIDER_TRUSTED_PROXIES: '127.0.0.1',
  POSTRIDER_WEBHOOK_NETWORKS: '127.0.0.0/8',
  ...(variant.keyDays === undefined ? {} : { POSTRIDER_IDEMPOTENCY_DAYS: String(variant.keyDays) }),
  ...ON_LOOPBACK,
  ...UNLIMITED,
  ...(variant.hasReadLimit === true
    ? { POSTRIDER_RATE_READS: String(DEFAULT_RATE_LIMITS.reads.perSecond) }
    : {}),
})

/** The same as the settings of a server in this process. */
export const benchSettings = (variant: Variant): Settings => {
  const settings = parseSettings(benchEnvironment(variant))
  if (E.isLeft(settings)) throw new Error(JSON.stringify(settings.left))
  return settings.right
}
