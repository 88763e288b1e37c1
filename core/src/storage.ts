/**
 * Everything needed to open and test a storage: `Storage` is the port, and `FingerprintStore` remembers which
 * databases were seen. To write an SQL engine, also use `@postrider/storage-sql/own-engine`. Its exports
 * follow semantic versioning (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export type { CommitUnknown, StorageUnavailable } from './kernel/refusals/outage.js'
export { inMemory, type FingerprintStore } from './feed/ports/fingerprint-store.js'
export type { AsOf } from './kernel/ports/as-of.js'
export type { Storage } from './assembly/storage.js'
export type { UnitOfWork } from './assembly/unit-of-work.js'
