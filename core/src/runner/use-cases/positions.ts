import { type Id, type IdPrefix, isId } from '../../kernel/ids/id.js'
import type { AccountKey } from '../../ledger/domain/account.js'
import { accountName, accountNamed } from '../../ledger/domain/account.js'

/** Encodes the positions of a list in its cursors, as texts of letters, digits, `_` and `-`. */
export interface Positions<P> {
  /** Undefined if the text isn't a position of this list. */
  readonly read: (text: string) => P | undefined
  readonly write: (position: P) => string
}

/** For a list ordered by identifier. */
export const byId = <X extends IdPrefix>(prefix: X): Positions<Id<X>> => ({
  read: (text) => (isId(prefix, text) ? text : undefined),
  write: (id) => id,
})

/** For a list with two kinds of entries in one order. */
export const byEitherId = <X extends IdPrefix, Y extends IdPrefix>(
  first: X,
  second: Y,
): Positions<Id<X> | Id<Y>> => ({
  read: (text) => (isId(first, text) || isId(second, text) ? text : undefined),
  write: (id) => id,
})

/** For a list whose entries are numbered from 1. */
export const byNumber: Positions<number> = {
  read: (text) => {
    const number = /^[1-9][0-9]*$/.test(text) ? Number(text) : undefined
    return number !== undefined && Number.isSafeInteger(number) ? number : undefined
  },
  write: String,
}

/**
 * For a list of accounts: an account's name within its Organization is written with hyphens instead of
 * slashes.
 */
export const byAccount: Positions<AccountKey> = {
  read: (text) => {
    const [organizationId = '', ...name] = text.split('-')
    const dimensions = accountNamed(name.join('/'))
    return isId('org', organizationId) && dimensions !== undefined
      ? { organizationId, ...dimensions }
      : undefined
  },
  write: (account) => `${account.organizationId}-${accountName(account).replace('/', '-')}`,
}
