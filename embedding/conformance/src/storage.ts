/**
 * The conformance kit for storages and for failures of their servers: the entry
 * `@postrider/conformance/storage`.
 */
export { eventually } from './eventually.js'
export { describeStorage, STORAGE_SUITES } from './storage/describe-storage.js'
export { describeStorageFaults, type FragileStorage } from './storage/describe-storage-faults.js'
export { type OpenedStorage, type OpenStorage, useStorage } from './storage/open-storage.js'
