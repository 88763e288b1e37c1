import { describeStorage, type OpenedStorage } from '@postrider/conformance/storage'
import { memoryStorage } from '@postrider/memory/memory-storage'

/** Tables that only one process can see. Opening them again opens the same tables. */
const open = (): Promise<OpenedStorage> => {
  const { storage } = memoryStorage()
  const same = (): Promise<typeof storage> => Promise.resolve(storage)
  return Promise.resolve({
    storage,
    url: 'memory:',
    hasNoTables: true,
    another: same,
    reopen: same,
    close: storage.close,
  })
}

describeStorage('Memory', open)
