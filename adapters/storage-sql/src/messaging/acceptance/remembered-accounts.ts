import { type Account, accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import { recent } from '@postrider/core/kernel/caching/recent'

/** The maximum number of cached accounts. */
const REMEMBERED_AT_MOST = 10_000
/** How often in a row an account that others keep changing is read before its cached row is used again. */
const READ_AT_MOST = 256

interface Remembered {
  readonly account: Account
  /** How often it is still read before the cached row is used. */
  readonly toRead: number
  /** How often it is read after the next stale use. */
  readonly nextToRead: number
}

const UNCONTESTED = { toRead: 0, nextToRead: 1 } as const

/** An optimistic cache of accounts as the last transactions left them; it isn't used for a while for those that others change as well. */
export interface RememberedAccounts {
  /**
   * The accounts by their keys; undefined if one of them has to be read, which counts as one reading of it.
   */
  recall(keys: readonly AccountKey[]): ReadonlyMap<string, Account> | undefined
  /** Stores the current state of accounts. */
  keep(accounts: Iterable<Account>): void
  /**
   * The cached rows were current: the cache is used again, and they are read half as often after the next
   * stale use.
   */
  hit(keys: readonly AccountKey[]): void
  /** The cache was stale: they are read for a while, twice as often each time. */
  invalidate(keys: readonly AccountKey[]): void
}

/** Creates an empty cache. Only the order and number of calls matter; it uses no clock. */
export const rememberedAccounts = (): RememberedAccounts => {
  const accounts = recent<string, Remembered>(REMEMBERED_AT_MOST)

  const change = (keys: readonly AccountKey[], next: (remembered: Remembered) => Remembered): void => {
    for (const key of keys.map(accountKey)) {
      const remembered = accounts.get(key)
      if (remembered !== undefined) accounts.set(key, next(remembered))
    }
  }

  return {
    recall: (keys) => {
      const recalled = new Map<string, Account>()
      for (const of of keys) {
        const key = accountKey(of)
        const remembered = accounts.get(key)
        if (remembered === undefined) continue
        if (remembered.toRead === 0) recalled.set(key, remembered.account)
        else accounts.set(key, { ...remembered, toRead: remembered.toRead - 1 })
      }
      return recalled.size === keys.length ? recalled : undefined
    },
    keep: (list) => {
      for (const account of list) {
        const key = accountKey(account)
        const { toRead, nextToRead } = accounts.get(key) ?? UNCONTESTED
        accounts.set(key, { account, toRead, nextToRead })
      }
    },
    hit: (keys) =>
      change(keys, ({ account, nextToRead }) => ({
        account,
        toRead: 0,
        nextToRead: Math.max(UNCONTESTED.nextToRead, Math.floor(nextToRead / 2)),
      })),
    invalidate: (keys) =>
      change(keys, ({ account, nextToRead }) => ({
        account,
        toRead: nextToRead,
        nextToRead: Math.min(nextToRead * 2, READ_AT_MOST),
      })),
  }
}
