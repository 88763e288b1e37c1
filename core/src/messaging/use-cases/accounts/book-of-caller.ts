import { type Book, bookOf } from '../../../ledger/domain/book.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { CatalogCache } from '../../../catalog/use-cases/catalog-cache.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'

/**
 * The book that a credential reads and spends: that of its environment. Whose an Organization's first book is never
 * changes, so that any catalog of the app will do, however long it is remembered.
 */
export const bookOfCaller = async (
  catalogs: CatalogCache,
  { credential }: Server,
): Promise<E.Either<Refusal | Outage, Book>> => {
  const prepared = await catalogs.get(credential.appId)
  if (E.isLeft(prepared)) return prepared
  if (prepared.right === undefined) return E.left(refusal('ScopeMismatch'))
  return E.right(bookOf(prepared.right.catalog.organization, credential.environment))
}
