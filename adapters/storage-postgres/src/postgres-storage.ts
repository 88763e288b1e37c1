import { inMemory, type FingerprintStore } from '@postrider/core/feed/ports/fingerprint-store'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorageOn, type PoolOptions, type StorageObserver } from '@postrider/storage-sql/own-engine'
import { postgresEngine } from './postgres-engine.js'

/** Limits of the connections, who remembers what was seen of the database, and who counts what happens to transactions. */
export interface PostgresStorageOptions extends PoolOptions {
  /** Default: memory. */
  readonly fingerprints?: FingerprintStore
  /** Default: nobody. */
  readonly watch?: StorageObserver
}

/**
 * Storage in the PostgreSQL database of this address, `postgres://user:password@host:port/database`. It connects when it is
 * first used and does not migrate by itself (`health.migrate`). Rejects with one sentence, without the address's secrets,
 * when the address is none.
 */
export const openPostgresStorage = async (
  url: string,
  { fingerprints = inMemory(), watch, ...limits }: PostgresStorageOptions = {},
): Promise<Storage> => openStorageOn(postgresEngine(url, limits, fingerprints, watch), fingerprints)
