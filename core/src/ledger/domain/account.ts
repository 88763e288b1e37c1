import type { OrganizationId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { Digest } from '../../kernel/digests/digest.js'

/** What an Organization's accounts are told apart by. No money passes from one environment to another (docs/decisions/0030). */
export interface AccountDimensions {
  readonly environment: Environment
  /** ISO 4217. */
  readonly currency: string
}

/**
 * An Organization's money in one currency of one environment: a projection of its ledger events (docs/contract#balances).
 */
export interface Account extends AccountKey {
  /** Credits and adjustments minus settlements, minor units. */
  readonly postedMinor: number
  /** Open reservations, minor units. */
  readonly reservedMinor: number
  /** Sequence number of the last event; grows by one with each. */
  readonly version: number
  /** Digest of the last event: the end of the chain. */
  readonly headDigest: Digest
  /** Time of the last event; events of an account never go back in time. */
  readonly lastEventAtMs: EpochMs
}

export interface AccountKey extends AccountDimensions {
  readonly organizationId: OrganizationId
}

/** What an account is called within its Organization: `production/INR`. The texts sort as the keys do. */
export const accountName = ({ environment, currency }: AccountDimensions): string =>
  `${environment}/${currency}`

/** Reads what {@link accountName} writes; undefined: it is no account's name. */
export const accountNamed = (name: string): AccountDimensions | undefined => {
  const [environment, currency = '', ...more] = name.split('/')
  const isName =
    (environment === 'test' || environment === 'production') && currency !== '' && more.length === 0
  return isName ? { environment, currency } : undefined
}

/** One text for an account, to key maps with: `org_…/production/INR`. */
export const accountKey = (of: AccountKey): string => `${of.organizationId}/${accountName(of)}`

/** The position before all accounts of an Organization, in the order of their keys. */
export const beforeAccountsOf = (organizationId: OrganizationId): AccountKey => ({
  organizationId,
  environment: 'production',
  currency: '',
})

/** What may still be reserved. */
export const availableMinor = (account: Account): number => account.postedMinor - account.reservedMinor
