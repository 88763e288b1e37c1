import type { Storage } from '@postrider/core/ports/storage/storage'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'

/** Storage on whichever engine the address names, as wiring opens it. */
export const openAnyStorage = (url: string): Promise<Storage> =>
  url.startsWith('postgres:') ? openPostgresStorage(url) : openStorage(url)
