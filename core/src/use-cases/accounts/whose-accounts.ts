import type { OrganizationId } from '../../domain/ids/id.js'
import type { AccountKey } from '../../domain/ledger/account.js'
import { environmentOf } from '../../domain/ledger/book.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import type { Environment } from '../../domain/tenancy/records.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** Says whose an account is; of an Organization that is not there, what the account's own name says. */
export type WhoseAccount = (account: AccountKey) => Environment

/** Finds out which environment keeps each of these accounts. */
export const whoseAccounts = (
  { storage }: Pick<Ports, 'storage'>,
  accounts: readonly AccountKey[],
): TE.TaskEither<StorageUnavailable, WhoseAccount> => {
  const ids = [...new Set<OrganizationId>(accounts.map(({ organizationId }) => organizationId))]
  return pipe(
    storage.tenancy.booksKept(ids),
    TE.map(
      ({ value }): WhoseAccount =>
        ({ organizationId, book }) =>
          environmentOf(value.get(organizationId) ?? { firstBook: 'production' }, book),
    ),
  )
}
