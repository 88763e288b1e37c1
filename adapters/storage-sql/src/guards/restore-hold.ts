import type { MessageId } from '@postrider/core/kernel/ids/id'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { idOf } from '../cells/id-cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'

/** True unless the database is on hold: during a hold nothing is taken that would be sent. */
export const UNLESS_HELD =
  'NOT EXISTS (SELECT 1 FROM installation i WHERE i.one = 1 AND i.held_since IS NOT NULL)'

/**
 * The messages among these that wait for a super admin's decision after a restoration. Without a restoration,
 * the row of the installation shows that and no message is read.
 */
export const findRestoreHeldAmong = statement(`
  SELECT m.id FROM installation i {in this order} messages m {by messages.PRIMARY} ON m.id IN (?x*)
  WHERE i.one = 1 AND i.restored_at IS NOT NULL
    AND (i.held_since IS NOT NULL OR (m.accepted_at < i.fenced_before AND NOT EXISTS (
      SELECT 1 FROM restore_releases r WHERE r.message_id = m.id AND r.released_at >= i.restored_at)))`)

export const restoreHeldOf = (rows: Rows): ReadonlySet<MessageId> =>
  new Set(rows.map(([id]) => idOf('msg', id)))

const letWait = statement('UPDATE outbox SET due_at = {database time} + ? WHERE message_id IN (?x*)')

/** A message under a restore hold isn't due every minute; releasing it makes it due. */
export const waitingOf = (restoreHeld: Rows): readonly Statement[] =>
  restoreHeld.length === 0
    ? []
    : [
        letWait(
          DAY_MS,
          restoreHeld.map(([id]) => String(id)),
        ),
      ]
