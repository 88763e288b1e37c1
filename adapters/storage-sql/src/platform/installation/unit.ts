import { touchedById } from '@postrider/core/messaging/domain/message-changes'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { idCell, idOf } from '../../cells/id-cell.js'
import { insertOrReplace, table } from '../../engine/insertion.js'
import { statement } from '../../engine/template.js'
import { beginEpoch } from '../../feed/head.js'
import { lockInstallation } from './installation.js'
import { findRestoreHeld, rights } from './restoration.js'
import { installationIn } from './table.js'
import type { StatementSequence } from '../../units/statement-sequence.js'

const putReleases = insertOrReplace(table('restore_releases', ['message_id x', 'released_at']), [
  'message_id',
])
const makeDue = statement('UPDATE outbox SET due_at = ? WHERE message_id IN (?x*)')
const endSessions = statement(
  "UPDATE sessions SET ended_at = ?, ended_by = 'restored' WHERE ended_at IS NULL",
)
const endOperatorSessions = statement('DELETE FROM operator_sessions')
const endPersonSessions = statement('DELETE FROM person_sessions')
const endTickets = statement('DELETE FROM session_tickets')
const endRecoveries = statement('DELETE FROM recoveries')
const endSignUps = statement('DELETE FROM sign_ups')
const endInvitations = statement(
  "UPDATE invitations SET status = 'revoked', verifier = NULL WHERE status = 'pending'",
)
const endEnrolments = statement('UPDATE enrolments SET verifier = NULL, expires_at = ?')
const endHold = statement(`
  UPDATE installation SET counter = ?, value = ?x, restored_at = ?, fenced_before = ?, held_since = NULL,
    held_because = NULL`)

const signWith = statement('UPDATE installation SET signing_public_key = ?, sealed_signing_key = ?')
const noteHeads = statement('UPDATE installation SET heads_at = ?')

/** The state of signed ledger heads, in the row of the installation. */
export const headRepository = (sequence: StatementSequence): UnitOfWork['ledgerHeads'] => ({
  signWith: (publicKey, sealed) => sequence.writeApart(signWith(publicKey, sealed)),
  noteAt: (atMs) => sequence.writeApart(noteHeads(atMs)),
})

/** A super admin's changes to a restored database. */
export const restorationRepository = (sequence: StatementSequence): UnitOfWork['restoration'] => ({
  lock: async () => {
    const [rows = []] = await sequence.read([lockInstallation()])
    return installationIn(rows)
  },
  rights: async () => rights.of(await sequence.read(rights.statements)),
  restoreHeld: async (query) => {
    const [rows = []] = await sequence.read([findRestoreHeld(query)])
    return rows.map(([id]) => idOf('msg', id))
  },
  release: (messageIds, atMs) => {
    if (messageIds.length === 0) return
    const ids = messageIds.map(idCell)
    sequence.leave(touchedById(messageIds))
    sequence.writeApart(putReleases(ids.flatMap((id) => [id, atMs])), makeDue(atMs, ids))
  },
  endAccess: (atMs) =>
    sequence.write(
      endSessions(atMs),
      endOperatorSessions(),
      endPersonSessions(),
      endTickets(),
      endRecoveries(),
      endSignUps(),
      endInvitations(),
      endEnrolments(atMs),
    ),
  end: ({ counter, value }, { sinceMs, beforeMs }) =>
    sequence.write(endHold(counter, value, sinceMs, beforeMs), beginEpoch()),
})
