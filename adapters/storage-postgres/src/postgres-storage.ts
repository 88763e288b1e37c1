import { inMemory, type FingerprintStore } from '@postrider/core/feed/ports/fingerprint-store'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorageOn, type PoolOptions, type StorageObserver } from '@postrider/storage-sql/own-engine'
import { postgresEngine } from './postgres-engine.js'

/** Connection limits, the store for the database's fingerprint, and the observer of transactions. */
export interface PostgresStorageOptions extends PoolOptions {
  /** Default: memory. */
  readonly fingerprints?: FingerprintStore
  /** Default: none. */
  readonly watch?: StorageObserver
}

/**
 * Opens the storage in the PostgreSQL database at this address,
 * `postgres://user:password@host:port/database`. It connects on first use and doesn't migrate by itself
 * (`health.migrate`). Rejects with one sentence, without the address's secrets, if the address is invalid.
 */
export const openPostgresStorage = async (
  url: string,
  { fingerprints = inMemory(), watch, ...limits }: PostgresStorageOptions = {},
): Promise<Storage> => openStorageOn(postgresEngine(url, limits, fingerprints, watch), fingerprints)
