import { RESTORE_HOLD_MARGIN_MS } from '@postrider/core/kernel/installation/installation'
import { touchedById } from '@postrider/core/messaging/domain/message-changes'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { RestoredRights } from '@postrider/core/platform/domain/installation/rights'
import type {
  RestoreHeldQuery,
  InstallationStorage,
} from '@postrider/core/platform/ports/installation-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import type { WorkingCopy } from './working-copy.js'
import type { MemoryTables } from './tables.js'

const ALL: Omit<RestoreHeldQuery, 'limit'> = {
  organizationId: undefined,
  channel: undefined,
  state: undefined,
  fromMs: undefined,
  toMs: undefined,
  messageIds: undefined,
}

const restoreHeldIn = (tables: MemoryTables, query: RestoreHeldQuery): readonly MessageId[] => {
  const { restoreHold } = tables.installation
  const is = <V>(wanted: V | undefined, value: V): boolean => wanted === undefined || wanted === value
  return [...tables.outbox.keys()]
    .sort()
    .filter((messageId) => {
      const message = tables.messages.get(messageId)
      if (message === undefined || restoreHold === undefined || message.acceptedAtMs >= restoreHold.beforeMs)
        return false
      if ((tables.releases.get(messageId) ?? -1) >= restoreHold.sinceMs) return false
      const { acceptedAtMs, organizationId, channel, state } = message
      return (
        (state === 'ACCEPTED' || state === 'UNCONFIRMED') &&
        is(query.organizationId, organizationId) &&
        is(query.channel, channel) &&
        is(query.state, state) &&
        acceptedAtMs >= (query.fromMs ?? 0) &&
        acceptedAtMs < (query.toMs ?? Infinity) &&
        (query.messageIds?.includes(messageId) ?? true)
      )
    })
    .slice(0, query.limit)
}

const rightsIn = ({ catalog, people }: MemoryTables): RestoredRights => ({
  credentials: catalog.credentials
    .filter(({ revokedAtMs }) => revokedAtMs === undefined)
    .map(({ credentialId, organizationId, label }) => ({ credentialId, organizationId, label })),
  agentKeys: [...people.agentKeys.values()]
    .filter(({ revokedAtMs, spentAtMs }) => revokedAtMs === undefined && spentAtMs === undefined)
    .map(({ agentKeyId, kind, label }) => ({ agentKeyId, kind, label })),
  superAdmins: [...people.superAdmins.values()].flatMap(({ userId, permissions }) => {
    const user = people.users.get(userId)
    return user?.status === 'active' ? [{ userId, email: user.email, permissions }] : []
  }),
  members: people.members.size,
})

/** What the database knows of itself, in memory, where no connection is ever new. */
export const memoryInstallation = (tables: MemoryTables, calls: Calls): InstallationStorage => ({
  read: () => calls.reading('readInstallation', () => tables.installation),
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
  rights: () => calls.reading('readRights', () => ({ epoch: tables.epoch, value: rightsIn(tables) })),
  countRestoreHeld: (most) =>
    calls.reading('countRestoreHeld', () =>
      Math.min(most, restoreHeldIn(tables, { ...ALL, limit: most }).length),
    ),
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

/** What an operator does about a database that was restored, in memory. */
export const restorationInMemory = (copy: WorkingCopy): UnitOfWork['restoration'] => ({
  lock: async () => copy.tables.installation,
  rights: async () => rightsIn(copy.tables),
  restoreHeld: async (query) => restoreHeldIn(copy.tables, query),
  release: (messageIds, atMs) => {
    copy.leave(touchedById(messageIds))
    copy.write(({ releases, outbox }) => {
      for (const messageId of messageIds) {
        releases.set(messageId, atMs)
        const row = outbox.get(messageId)
        if (row !== undefined) outbox.set(messageId, { ...row, dueAtMs: atMs })
      }
    })
  },
  endAccess: (atMs) =>
    copy.write(({ people }) => {
      for (const [key, session] of people.sessions)
        if (session.endedAtMs === undefined)
          people.sessions.set(key, { ...session, endedAtMs: atMs, endedBy: 'restored' })
      people.operatorSessions.clear()
      people.personSessions.clear()
      people.sessionTickets.clear()
      people.recoveries.clear()
      people.signUps.clear()
      for (const [key, enrolment] of people.enrolments)
        people.enrolments.set(key, { ...enrolment, verifier: undefined, expiresAtMs: atMs })
      for (const [key, invitation] of people.invitations)
        if (invitation.status === 'pending')
          people.invitations.set(key, { ...invitation, status: 'revoked', verifier: undefined })
    }),
  end: (fingerprint, restoreHold) =>
    copy.write((tables) => {
      const { installationId } = tables.installation.fingerprint
      tables.installation = {
        ...tables.installation,
        fingerprint: { ...fingerprint, installationId },
        restoreHold,
        hold: undefined,
      }
      tables.feed.epoch += 1
    }),
})

/** What is kept of signed heads, in memory. */
export const headsInMemory = (copy: WorkingCopy): UnitOfWork['ledgerHeads'] => ({
  signWith: (publicKey, sealed) =>
    copy.write((tables) => {
      tables.installation = { ...tables.installation, signingKey: { publicKey, sealed } }
    }),
  noteAt: (headsAtMs) =>
    copy.write((tables) => {
      tables.installation = { ...tables.installation, headsAtMs }
    }),
})
