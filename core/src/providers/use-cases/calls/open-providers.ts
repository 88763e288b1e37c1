import type { AccountHealth } from '../../domain/calls/account-health.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'
import type { Provider } from '../../ports/provider.js'
import type { ProviderSink } from '../../ports/provider-reports.js'
import { callbackAddress, openSecrets } from '../account-secrets.js'
import { followedProvider, type FollowedProvider } from './followed-provider.js'

/** The provider accounts that this process has open. */
export interface OpenProviders {
  /**
   * Opens the account, or finds it open. A changed account is opened anew once its calls under way have ended and it is
   * closed, since a provider may allow no second session beside it: until then it is undefined. Throws what the adapter throws.
   */
  get(account: ProviderAccount): Provider | undefined
  /**
   * Opens those of these accounts that are enabled and listen, so that what their providers have to report comes without
   * anything being sent; closes what is open of accounts that are disabled or not among them. Answers which could not be
   * opened, and why.
   */
  follow(accounts: readonly ProviderAccount[]): ReadonlyMap<ProviderAccountId, unknown>
  /** Whether the account could not be opened when that was tried last. */
  isUnopened(accountId: ProviderAccountId): boolean
  /** How each account stands that is open, or could not be opened. */
  health(): ReadonlyMap<ProviderAccountId, AccountHealth>
  close(): Promise<void>
}

type Needs = Pick<Ports, 'providers' | 'keyRing' | 'clock'> & {
  /** Under which address providers reach the HTTP host; absent: they are not told where to report. */
  readonly publicUrl?: string
}

/** An account that is open, as it was when it was opened. */
interface OpenAccount extends FollowedProvider {
  readonly version: number
}

/** An account that couldn't be opened, since when, and why. */
interface UnopenedAccount {
  readonly sinceMs: EpochMs
  readonly detail: string
}

const UNOPENED = 'its settings or secrets do not let it be opened'

/** Shorter secrets aren't looked for: they would hide every other word of the reason. */
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

/** How those stand that are open, and those that could not be opened since then. */
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

/** Opens providers as they are needed, or told of, and keeps them open. */
export const openProviders = (needs: Needs, sink: ProviderSink): OpenProviders => {
  const open = new Map<ProviderAccountId, OpenAccount>()
  const closing = new Map<ProviderAccountId, Promise<void>>()
  const unopened = new Map<ProviderAccountId, UnopenedAccount>()

  const openAnew = (account: ProviderAccount): Provider => {
    const { providerAccountId } = account
    try {
      const followed = followedProvider(openAccount(needs, account, sink), sink, needs.clock)
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
    closed.catch(() => undefined) // Whoever closes all of them is told; the account is opened anew either way.
    closing.set(accountId, closed)
  }

  const get = (account: ProviderAccount): Provider | undefined => {
    const { providerAccountId, version } = account
    if (closing.has(providerAccountId)) return undefined
    const found = open.get(providerAccountId)
    if (found === undefined) return openAnew(account)
    // What somebody knows of it may be older than what opened it.
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
