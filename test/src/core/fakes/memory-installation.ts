import { FENCE_MARGIN_MS, type Installation } from '@postrider/core/domain/installation/installation'
import { MINUTE_MS } from '@postrider/core/domain/time/epoch-ms'
import type { InstallationStorage } from '@postrider/core/ports/storage/installation-storage'
import type { Faults } from './faults.js'
import type { MemoryTables } from './memory-tables.js'

/** A database that never was another. */
export const newInstallation = (): Installation => ({
  mark: { installationId: '1'.repeat(32), counter: 1, value: '2'.repeat(32) },
  raisedAtMs: 0,
  createdAtMs: 0,
  hold: undefined,
  fence: undefined,
  sealingKey: undefined,
  signingKey: undefined,
  headsAtMs: undefined,
})

/** What the database knows of itself, in memory, where no connection is ever new. */
export const memoryInstallation = (tables: MemoryTables, faults: Faults): InstallationStorage => ({
  read: () => faults.reading('readInstallation', () => tables.installation),
  tend: ({ nowMs, value }) =>
    faults.reading('tendInstallation', () => {
      const { installation } = tables
      const { mark, hold, raisedAtMs } = installation
      if (hold !== undefined || Math.abs(nowMs - raisedAtMs) < MINUTE_MS) return installation
      tables.installation = {
        ...installation,
        mark: { ...mark, counter: mark.counter + 1, value },
        raisedAtMs: nowMs,
      }
      return tables.installation
    }),
  hold: (because, nowMs) =>
    faults.reading('holdInstallation', () => {
      if (tables.installation.hold !== undefined) return tables.installation
      tables.installation = {
        ...tables.installation,
        hold: { sinceMs: nowMs, because },
        fence: { sinceMs: nowMs, beforeMs: nowMs + FENCE_MARGIN_MS },
      }
      return tables.installation
    }),
})
