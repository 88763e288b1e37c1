import type { Storage } from '@postrider/core/assembly/storage'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { openStorage, type StorageOptions } from '@postrider/storage-sql/sql-storage'

/** Storage on the engine that the address names, opened like wiring does. */
export const openAnyStorage = (url: string, options: StorageOptions = {}): Promise<Storage> =>
  url.startsWith('postgres:') ? openPostgresStorage(url, options) : openStorage(url, options)
