/**
 * All that a storage is opened and proved with: `Storage` is the port, `MarkKeeper` remembers what was seen of the database.
 * An SQL engine is written with `@postrider/storage-sql/own-engine` besides. Its exports change as semantic
 * versioning allows (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export type { CommitUnknown, StorageUnavailable } from './domain/refusals/outage.js'
export { inMemory, type MarkKeeper } from './ports/mark-keeper.js'
export type { AsOf } from './ports/storage/projection-storage.js'
export type { Storage } from './ports/storage/storage.js'
export type { UnitOfWork } from './ports/storage/unit-of-work.js'
