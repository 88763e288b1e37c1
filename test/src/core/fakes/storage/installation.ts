import { RESTORE_HOLD_MARGIN_MS } from '@postrider/core/kernel/installation/installation'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { InstallationStorage } from '@postrider/core/platform/ports/installation-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

/** What the database knows of itself, in memory, where no connection is ever new. */
export const memoryInstallation = (tables: MemoryTables, calls: Calls): Partial<InstallationStorage> => ({
  checkIdentity: ({ nowMs, value, isFirst }) =>
    calls.reading('checkInstallationIdentity', () => {
      const { installation } = tables
      const { fingerprint, hold, raisedAtMs } = installation
      if (hold !== undefined || (!isFirst && Math.abs(nowMs - raisedAtMs) < MINUTE_MS)) return installation
      tables.installation = {
        ...installation,
        fingerprint: { ...fingerprint, counter: fingerprint.counter + 1, value },
        raisedAtMs: nowMs,
      }
      return tables.installation
    }),
  hold: (because, nowMs) =>
    calls.reading('holdInstallation', () => {
      if (tables.installation.hold !== undefined) return tables.installation
      tables.installation = {
        ...tables.installation,
        hold: { sinceMs: nowMs, because },
        restoreHold: { sinceMs: nowMs, beforeMs: nowMs + RESTORE_HOLD_MARGIN_MS },
      }
      return tables.installation
    }),
})

/** Whether nothing may be taken that would be sent. */
export const isHeld = ({ installation }: MemoryTables): boolean => installation.hold !== undefined

/** Whether the message waits for an operator's word after a restoration. */
export const isRestoreHeld = (tables: MemoryTables, messageId: MessageId): boolean => {
  const { restoreHold } = tables.installation
  const message = tables.messages.get(messageId)
  if (restoreHold === undefined || message === undefined) return false
  const isReleased = (tables.releases.get(messageId) ?? -1) >= restoreHold.sinceMs
  return isHeld(tables) || (message.acceptedAtMs < restoreHold.beforeMs && !isReleased)
}
