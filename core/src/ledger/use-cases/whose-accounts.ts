import type { OrganizationId } from '../../kernel/ids/id.js'
import type { AccountKey } from '../domain/account.js'
import { environmentOf } from '../domain/book.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Environment } from '../../tenancy/domain/records.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { OrganizationBooks } from '../../tenancy/ports/tenancy-storage.js'

/** Says whose an account is; of an Organization that is not there, what the account's own name says. */
export type WhoseAccount = (account: AccountKey) => Environment

/** So many Organizations are asked about at a time. */
const PAGE = 500

/** Finds out which environment keeps each of these accounts, however many they are. */
export const whoseAccounts =
  (
    { storage }: Pick<Ports, 'storage'>,
    accounts: readonly AccountKey[],
  ): TE.TaskEither<StorageUnavailable, WhoseAccount> =>
  async () => {
    const ids = [...new Set<OrganizationId>(accounts.map(({ organizationId }) => organizationId))]
    const known = new Map<OrganizationId, OrganizationBooks>()
    for (let at = 0; at < ids.length; at += PAGE) {
      const read = await storage.tenancy.organizationBooks(ids.slice(at, at + PAGE))()
      if (E.isLeft(read)) return read
      for (const [organizationId, kept] of read.right.value) known.set(organizationId, kept)
    }
    return E.right(({ organizationId, book }) =>
      environmentOf(known.get(organizationId) ?? { firstBook: 'production' }, book),
    )
  }
