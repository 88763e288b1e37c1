/** What proves a storage, and that it tells the truth when servers die: the entry `@postrider/conformance/storage`. */
export { eventually } from './eventually.js'
export { describeStorage, STORAGE_SUITES } from './storage/describe-storage.js'
export { describeStorageFaults, type FragileStorage } from './storage/describe-storage-faults.js'
export { type OpenedStorage, type OpenStorage, useStorage } from './storage/open-storage.js'
