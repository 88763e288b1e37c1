import { E } from '@postrider/core/fp'
import type { InboundId, MessageId, OrganizationId } from '@postrider/core/kernel/ids/id'
import { ERASED } from '@postrider/core/messaging/domain/erasure/erasure'
import type { ErasureStorage } from '@postrider/core/messaging/ports/erasure-storage'
import type { SearchedRecipient } from '@postrider/core/messaging/ports/search-storage'
import { readText } from '../../cells/cell.js'
import { digestCell } from '../../cells/digest-cell.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { erasures } from './table.js'

const findDue = statement(`
  SELECT ${erasures.select('e')} FROM erasures e {by erasures.by_state}
  WHERE e.state = 'running' AND e.due_at <= ? ORDER BY e.due_at LIMIT 1`)
const listOf = statement(`
  SELECT ${erasures.select('e')} FROM erasures e {by erasures.of_organization}
  WHERE e.organization_id = ?x AND e.id < ?x ORDER BY e.id DESC LIMIT ?`)

const lockErasable = statement(`
  SELECT m.id FROM messages m {by messages.PRIMARY}
  WHERE m.id IN (?x*) AND m.organization_id = ?x AND m.state NOT IN ('ACCEPTED', 'UNCONFIRMED')
    AND m.billing <> 'provisional' ORDER BY m.id {for update}`)
const eraseMessages = statement(`
  UPDATE messages SET recipient = ?, recipient_name = NULL, variables = '{}', sealed_variables = NULL,
    provider_reason = NULL WHERE id IN (?x*)`)
const eraseAttempts = statement('UPDATE attempts SET detail = NULL WHERE message_id IN (?x*)')
const eraseReceipts = statement(`
  UPDATE receipts SET recipient = NULL, addresses = NULL, reason = NULL, raw = '' WHERE message_id IN (?x*)`)
const removeTests = statement('DELETE FROM test_messages WHERE id IN (?x*)')
const removeEntries = statement(
  'DELETE FROM recipient_search WHERE generation = ? AND digest = ?x AND message_id IN (?x*)',
)

const lockInbound = statement(`
  SELECT i.id FROM inbound_messages i {by inbound_messages.PRIMARY}
  WHERE i.id IN (?x*) AND i.organization_id = ?x AND i.state <> 'pending' ORDER BY i.id {for update}`)
const eraseInbound = statement(`
  UPDATE inbound_messages SET written_by = NULL, user_id = NULL, said = '', raw = '' WHERE id IN (?x*)`)
const removeReplies = statement('DELETE FROM keyword_replies WHERE id IN (?x*)')

const idsIn = (rows: Rows = []): readonly string[] => rows.map(([id]) => readText(id))

/** The statements that erase these messages; none if there are none. */
const erasing = (ids: readonly string[], indexed: readonly SearchedRecipient[]): readonly Statement[] =>
  ids.length === 0
    ? []
    : [
        eraseMessages(ERASED, [...ids]),
        eraseAttempts([...ids]),
        eraseReceipts([...ids]),
        removeTests([...ids]),
        ...indexed.map(({ generation, digest }) =>
          removeEntries(generation, digestCell(digest, 16), [...ids]),
        ),
      ]

const eraseThese = async (
  engine: Engine,
  find: Statement,
  statementsOf: (ids: readonly string[]) => readonly Statement[],
) => {
  const outcome = await engine.transact([find], ([rows]) => {
    const ids = idsIn(rows)
    return { statements: statementsOf(ids), result: ids.length }
  })
  return unknownIsUndone(outcome)
}

const cells = (ids: ReadonlyArray<MessageId | InboundId>): string[] => ids.map(idCell).sort()
const own = (organizationId: OrganizationId): string => idCell(organizationId)

/** Erases the data of recipients. */
export const erasureStorage = (engine: Engine): ErasureStorage => ({
  due: (nowMs) => async () => {
    const read = await engine.read([findDue(nowMs)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(erasures.of)[0])(read)
  },
  list: (organizationId, before, limit) => () =>
    readAsOf(
      engine,
      [listOf(own(organizationId), before === undefined ? BEYOND_ALL : idCell(before), limit)],
      ([rows = []]) => rows.map(erasures.of),
    ),
  eraseMessages: (organizationId, messageIds, indexed) => async () =>
    messageIds.length === 0
      ? E.right(0)
      : eraseThese(engine, lockErasable(cells(messageIds), own(organizationId)), (ids) =>
          erasing(ids, indexed),
        ),
  eraseInbound: (organizationId, inboundIds) => async () =>
    inboundIds.length === 0
      ? E.right(0)
      : eraseThese(engine, lockInbound(cells(inboundIds), own(organizationId)), (ids) =>
          ids.length === 0 ? [] : [eraseInbound([...ids]), removeReplies([...ids])],
        ),
})
