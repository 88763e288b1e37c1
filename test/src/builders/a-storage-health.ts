import type { StorageHealth } from '@postrider/core/platform/ports/health-storage'

/** A healthy database, with changes. */
export const aStorageHealth = (given: Partial<StorageHealth> = {}): StorageHealth => ({
  server: 'SQLite 3.45.1',
  risks: [],
  pendingMigrations: [],
  newerMigrations: [],
  tooOld: undefined,
  heldBecause: undefined,
  ...given,
})
