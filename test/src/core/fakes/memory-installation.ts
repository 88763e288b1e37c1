import { FENCE_MARGIN_MS, type Installation } from '@postrider/core/domain/installation/installation'
import type { MessageId } from '@postrider/core/domain/ids/id'
import { MINUTE_MS } from '@postrider/core/domain/time/epoch-ms'
import type { InstallationStorage } from '@postrider/core/ports/storage/installation-storage'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import type { Faults } from './faults.js'
import type { Draft } from './memory-drafts.js'
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

/** Whether nothing may be taken that would be sent. */
export const isHeld = ({ installation }: MemoryTables): boolean => installation.hold !== undefined

/** Whether the message waits for an operator's word after a restoration. */
export const isFenced = (tables: MemoryTables, messageId: MessageId): boolean => {
  const { fence } = tables.installation
  const message = tables.messages.get(messageId)
  if (fence === undefined || message === undefined) return false
  const isReleased = (tables.releases.get(messageId) ?? -1) >= fence.sinceMs
  return isHeld(tables) || (message.acceptedAtMs < fence.beforeMs && !isReleased)
}

/** What an operator does about a database that was restored, in memory. */
export const restorationBook = (draft: Draft): UnitOfWork['restoration'] => ({
  lock: async () => draft.tables.installation,
  release: (messageIds, atMs) =>
    draft.write(({ releases, outbox }) => {
      for (const messageId of messageIds) {
        releases.set(messageId, atMs)
        const row = outbox.get(messageId)
        if (row !== undefined) outbox.set(messageId, { ...row, dueAtMs: atMs })
      }
    }),
  endAccess: (atMs) =>
    draft.write(({ people }) => {
      for (const [key, session] of people.sessions)
        if (session.endedAtMs === undefined)
          people.sessions.set(key, { ...session, endedAtMs: atMs, endedBy: 'restored' })
      people.recoveries.clear()
      for (const [key, invitation] of people.invitations)
        if (invitation.status === 'pending')
          people.invitations.set(key, { ...invitation, status: 'revoked', verifier: undefined })
    }),
  end: (mark, fence) =>
    draft.write((tables) => {
      const { installationId } = tables.installation.mark
      tables.installation = {
        ...tables.installation,
        mark: { ...mark, installationId },
        fence,
        hold: undefined,
      }
    }),
})
