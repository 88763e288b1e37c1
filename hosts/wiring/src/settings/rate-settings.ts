import { E } from '@postrider/core/fp'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '@postrider/core/limits/domain/rate-policy'
import type { RateLimit } from '@postrider/core/limits/domain/token-bucket'
import { type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { number } from '../setting-values.js'

const MOST_PER_SECOND = 1_000_000

const perSecond = (text: string): E.Either<string, RateLimit> =>
  E.map((value: number) => ({ perSecond: value }))(
    number(1, MOST_PER_SECOND, `requests per second from 1 to ${MOST_PER_SECOND}`)(text),
  )

const defaultOf = (policy: keyof RateLimits) => ({
  parse: perSecond,
  defaultText: String(DEFAULT_RATE_LIMITS[policy].perSecond),
})

const READS = settingWithDefault({ ...defaultOf('reads'), name: 'POSTRIDER_RATE_READS' })

const RATES = {
  sends: settingWithDefault({
    ...defaultOf('sends'),
    name: 'POSTRIDER_RATE_SENDS',
    about: `
      How many requests a second a caller may make; buckets hold four seconds' worth, at least 50.
      Sends, verifications and reads count for a credential, OTPs for an app, control operations for a user.`,
    row: { meaning: "messages per second of a credential; the bucket holds 4 seconds' worth" },
  }),
  otp: settingWithDefault({
    ...defaultOf('otp'),
    name: 'POSTRIDER_RATE_OTP',
    row: { meaning: 'OTPs per second of an app' },
  }),
  verifications: settingWithDefault({
    ...defaultOf('verifications'),
    name: 'POSTRIDER_RATE_VERIFICATIONS',
    row: { meaning: 'verifications, or reads, per second of a credential', sharedWith: [READS] },
  }),
  reads: READS,
  organization: settingWithDefault({
    ...defaultOf('organization'),
    name: 'POSTRIDER_RATE_ORGANIZATION_READS',
    row: { meaning: 'reads per second of all credentials of an Organization' },
  }),
  control: settingWithDefault({
    ...defaultOf('control'),
    name: 'POSTRIDER_RATE_CONTROL',
    row: { meaning: 'control operations per second of a user' },
  }),
  agent: settingWithDefault({
    ...defaultOf('agent'),
    name: 'POSTRIDER_RATE_AGENT',
    row: { meaning: 'operations per second of an Agent key' },
  }),
}

/** The declarations, in the order of the documents. */
export const RATE_SETTINGS: readonly SettingGroup[] = [Object.values(RATES)]

/** Reads how many requests a caller may make (docs/api/limits#rate-limits). */
export const readRateLimits = ({ read }: SettingReader): RateLimits => ({
  sends: read(RATES.sends),
  otp: read(RATES.otp),
  verifications: read(RATES.verifications),
  reads: read(RATES.reads),
  organization: read(RATES.organization),
  control: read(RATES.control),
  agent: read(RATES.agent),
})
