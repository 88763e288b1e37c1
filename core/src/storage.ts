/**
 * All that a storage is opened and proved with: `Storage` is the port, `FingerprintStore` remembers what was seen of the database.
 * An SQL engine is written with `@postrider/storage-sql/own-engine` besides. Its exports change as semantic
 * versioning allows (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export type { CommitUnknown, StorageUnavailable } from './kernel/refusals/outage.js'
export { inMemory, type FingerprintStore } from './feed/ports/fingerprint-store.js'
export type { AsOf } from './kernel/ports/as-of.js'
export type { Storage } from './assembly/storage.js'
export type { UnitOfWork } from './assembly/unit-of-work.js'
