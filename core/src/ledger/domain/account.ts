import type { OrganizationId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { Digest } from '../../kernel/digests/digest.js'

/**
 * The fields that distinguish an Organization's accounts. Money never moves between environments
 * (docs/decisions/0030).
 */
export interface AccountDimensions {
  readonly environment: Environment
  /** ISO 4217. */
  readonly currency: string
}

/**
 * An Organization's money in one currency of one environment, derived from its ledger events
 * (docs/api/money#balances).
 */
export interface Account extends AccountKey {
  /** Credits and adjustments minus settlements, minor units. */
  readonly postedMinor: number
  /** Open reservations, minor units. */
  readonly reservedMinor: number
  /** Sequence number of the last event; it grows by one with each event. */
  readonly version: number
  /** Digest of the last event: the end of the chain. */
  readonly headDigest: Digest
  /** Time of the last event; the times of an account's events never decrease. */
  readonly lastEventAtMs: EpochMs
}

export interface AccountKey extends AccountDimensions {
  readonly organizationId: OrganizationId
}

/** The name of an account within its Organization: `production/INR`. The texts sort as the keys do. */
export const accountName = ({ environment, currency }: AccountDimensions): string =>
  `${environment}/${currency}`

/** Parses the output of {@link accountName}; undefined if the text isn't an account's name. */
export const accountNamed = (name: string): AccountDimensions | undefined => {
  const [environment, currency = '', ...more] = name.split('/')
  const isName =
    (environment === 'test' || environment === 'production') && currency !== '' && more.length === 0
  return isName ? { environment, currency } : undefined
}

/** A text that identifies an account, for use as a map key: `org_…/production/INR`. */
export const accountKey = (of: AccountKey): string => `${of.organizationId}/${accountName(of)}`

/** The position before all accounts of an Organization, in the order of their keys. */
export const beforeAccountsOf = (organizationId: OrganizationId): AccountKey => ({
  organizationId,
  environment: 'production',
  currency: '',
})

/** The amount that can still be reserved. */
export const availableMinor = (account: Account): number => account.postedMinor - account.reservedMinor
