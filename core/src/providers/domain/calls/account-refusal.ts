import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ChannelConfiguration, ProviderAccount } from '../../../tenancy/domain/service-configuration.js'

/** That an account will not take a message, as account and channel were configured when it said so. */
export interface AccountRefusal {
  readonly providerAccountId: ProviderAccountId
  /** The account's version and that of the app's channel: once either changes, the account is asked again. */
  readonly configured: string
}

type Account = Pick<ProviderAccount, 'providerAccountId' | 'version'>
type Configuration = Pick<ChannelConfiguration, 'version'>

/** That the account refused the message as things are configured. */
export const accountRefusal = (account: Account, configuration: Configuration): AccountRefusal => ({
  providerAccountId: account.providerAccountId,
  configured: `${account.version}/${configuration.version}`,
})

/** Whether one of the refusals is the account's, of things as they are configured (docs/contract#several-accounts). */
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

/** The refusals with one more: the account's last takes the place of those before. */
export const withRefusal = (
  refusals: readonly AccountRefusal[],
  refusal: AccountRefusal,
): readonly AccountRefusal[] => [
  ...refusals.filter(({ providerAccountId }) => providerAccountId !== refusal.providerAccountId),
  refusal,
]
