import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ChannelConfiguration, ProviderAccount } from '../../../tenancy/domain/service-configuration.js'

/**
 * Records that an account won't take a message, with the configuration of account and channel at that time.
 */
export interface AccountRefusal {
  readonly providerAccountId: ProviderAccountId
  /**
   * The version of the account and of the app's channel: after a change of either, the account is asked
   * again.
   */
  readonly configured: string
}

type Account = Pick<ProviderAccount, 'providerAccountId' | 'version'>
type Configuration = Pick<ChannelConfiguration, 'version'>

/** The refusal of an account with its present configuration. */
export const accountRefusal = (account: Account, configuration: Configuration): AccountRefusal => ({
  providerAccountId: account.providerAccountId,
  configured: `${account.version}/${configuration.version}`,
})

/**
 * Whether the account has refused the message with its present configuration
 * (docs/api/delivery#several-accounts).
 */
export const hasRefused = (
  refusals: readonly AccountRefusal[],
  account: Account,
  configuration: Configuration,
): boolean => {
  if (refusals.length === 0) return false
  const { configured } = accountRefusal(account, configuration)
  return refusals.some(
    (one) => one.providerAccountId === account.providerAccountId && one.configured === configured,
  )
}

/** Adds a refusal; it replaces earlier ones of the same account. */
export const withRefusal = (
  refusals: readonly AccountRefusal[],
  refusal: AccountRefusal,
): readonly AccountRefusal[] => [
  ...refusals.filter(({ providerAccountId }) => providerAccountId !== refusal.providerAccountId),
  refusal,
]
