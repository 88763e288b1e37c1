import type { StorageHealth } from '@postrider/core/platform/ports/health-storage'

/** A database in the best of health, but for what is given. */
export const aStorageHealth = (given: Partial<StorageHealth> = {}): StorageHealth => ({
  server: 'SQLite 3.45.1',
  risks: [],
  pendingMigrations: [],
  newerMigrations: [],
  tooOld: undefined,
  heldBecause: undefined,
  ...given,
})
