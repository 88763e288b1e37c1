import type { AccountHealth } from '../../domain/calls/account-health.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { Provider, ProviderOpener } from '../../ports/provider.js'
import type { ProviderSink } from '../../ports/provider-reports.js'
import { callbackAddress, openSecrets } from '../account-secrets.js'
import { followedProvider, type FollowedProvider } from './followed-provider.js'

/** The provider accounts that this process has open. */
export interface OpenProviders {
  /**
   * Opens the account, or returns it if it is open. A changed account is first closed, after its running
   * calls have ended, and then opened again, because a provider may not allow a second session; until then
   * the result is undefined. Throws the adapter's errors.
   */
  get(account: ProviderAccount): Provider | undefined
  /**
   * Opens those of these accounts that are enabled and listen, so that reports arrive even if nothing is
   * sent. Closes accounts that are disabled or not in the list. Returns the ones that couldn't be opened,
   * with the error.
   */
  follow(accounts: readonly ProviderAccount[]): ReadonlyMap<ProviderAccountId, unknown>
  /** Whether the last attempt to open the account failed. */
  isUnopened(accountId: ProviderAccountId): boolean
  /** The health of each account that is open, or that couldn't be opened. */
  health(): ReadonlyMap<ProviderAccountId, AccountHealth>
  close(): Promise<void>
}

interface Needs {
  /** The base URL of the HTTP host for providers; absent: providers get no callback URL. */
  readonly publicUrl?: string
  readonly providers: readonly ProviderOpener[]
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/** An open account, with the version that was opened. */
interface OpenAccount extends FollowedProvider {
  readonly version: number
}

/** An account that couldn't be opened, since when, and why. */
interface UnopenedAccount {
  readonly sinceMs: EpochMs
  readonly detail: string
}

const UNOPENED = 'the account cannot be opened with its settings and secrets'

/** Shorter secrets aren't hidden: that would hide every other word of the reason. */
const SHORTEST_HIDDEN = 3

/** The values that no reason may show. */
const secretsOf = (needs: Needs, account: ProviderAccount): readonly string[] => {
  try {
    return Object.values(openSecrets(needs, account).secrets)
  } catch {
    return []
  }
}

/** Why the account couldn't be opened, without its secrets. */
const reasonOf = (needs: Needs, account: ProviderAccount, cause: unknown): string => {
  if (!(cause instanceof Error) || cause.message === '') return UNOPENED
  const hidden = secretsOf(needs, account).filter(({ length }) => length >= SHORTEST_HIDDEN)
  const sentence = hidden.reduce((text, secret) => text.replaceAll(secret, '…'), cause.message)
  return `it cannot be opened: ${sentence}`
}

/** The record of an account that couldn't be opened; the time is that of the first failure. */
const unopenedNow = (
  needs: Needs,
  account: ProviderAccount,
  before: UnopenedAccount | undefined,
  cause: unknown,
): UnopenedAccount => ({
  sinceMs: before?.sinceMs ?? needs.clock.nowMs(),
  detail: reasonOf(needs, account, cause),
})

const openerOf = ({ providers }: Needs, { kind }: ProviderAccount) =>
  providers.find((opener) => opener.kind === kind)

const openAccount = (needs: Needs, account: ProviderAccount, sink: ProviderSink): Provider => {
  const opener = openerOf(needs, account)
  if (opener === undefined) throw new Error(`no adapter opens provider accounts of kind ${account.kind}`)
  const { secrets, callbackTokens } = openSecrets(needs, account)
  const reportsTo = callbackAddress(needs.publicUrl, account.providerAccountId, callbackTokens)
  return opener.open(account, secrets, sink, reportsTo)
}

const enabledIn = (accounts: readonly ProviderAccount[]): ReadonlyMap<ProviderAccountId, ProviderAccount> =>
  new Map(
    accounts
      .filter(({ status }) => status === 'enabled')
      .map((account) => [account.providerAccountId, account]),
  )

/** The health of open accounts, and of those that couldn't be opened. */
const healthOfAll = (
  open: ReadonlyMap<ProviderAccountId, OpenAccount>,
  unopened: ReadonlyMap<ProviderAccountId, UnopenedAccount>,
): ReadonlyMap<ProviderAccountId, AccountHealth> => {
  const health = new Map<ProviderAccountId, AccountHealth>()
  for (const [accountId, why] of unopened)
    health.set(accountId, { status: 'down', ...why, sessions: 0, callsInFlight: 0 })
  for (const [accountId, opened] of open) health.set(accountId, opened.health())
  return health
}

/** Opens providers on demand or from the list of accounts, and keeps them open. */
export const openProviders = (needs: Needs, sink: ProviderSink): OpenProviders => {
  const open = new Map<ProviderAccountId, OpenAccount>()
  const closing = new Map<ProviderAccountId, Promise<void>>()
  const unopened = new Map<ProviderAccountId, UnopenedAccount>()

  const openAnew = (account: ProviderAccount): Provider => {
    const { providerAccountId } = account
    try {
      const followed = followedProvider(openAccount(needs, account, sink), account, sink, needs.clock)
      open.set(providerAccountId, { version: account.version, ...followed })
      unopened.delete(providerAccountId)
      return followed.provider
    } catch (cause) {
      unopened.set(providerAccountId, unopenedNow(needs, account, unopened.get(providerAccountId), cause))
      throw cause
    }
  }

  const closeOne = (accountId: ProviderAccountId, { provider }: OpenAccount): void => {
    open.delete(accountId)
    const closed = provider.close().finally(() => closing.delete(accountId))
    closed.catch(() => undefined) // closing all accounts reports the error; this one is opened again either way
    closing.set(accountId, closed)
  }

  const get = (account: ProviderAccount): Provider | undefined => {
    const { providerAccountId, version } = account
    if (closing.has(providerAccountId)) return undefined
    const found = open.get(providerAccountId)
    if (found === undefined) return openAnew(account)
    // The caller's copy of the account may be older than the open one.
    if (found.version >= version) return found.provider
    closeOne(providerAccountId, found)
    return undefined
  }

  return {
    get,
    follow: (accounts) => {
      const [enabled, failed] = [enabledIn(accounts), new Map<ProviderAccountId, unknown>()]
      for (const [accountId, found] of open) if (!enabled.has(accountId)) closeOne(accountId, found)
      for (const accountId of unopened.keys()) if (!enabled.has(accountId)) unopened.delete(accountId)
      for (const [accountId, account] of enabled) {
        if (openerOf(needs, account)?.listens !== true) continue
        try {
          get(account)
        } catch (cause) {
          failed.set(accountId, cause)
        }
      }
      return failed
    },
    isUnopened: (accountId) => unopened.has(accountId),
    health: () => healthOfAll(open, unopened),
    close: async () => {
      for (const [accountId, found] of open) closeOne(accountId, found)
      await Promise.all(closing.values())
    },
  }
}
