import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { StoredTestMessage } from '@postrider/core/providers/domain/test-message'
import type {
  SealedDelivery,
  TestMessageQuery,
  TestMessageStorage,
} from '@postrider/core/messaging/ports/test-message-storage'
import { E } from '@postrider/core/fp'
import { BEYOND_ALL, idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { insertMissing } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { passing, purge } from '../../engine/purge.js'
import { type Filled, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { messages } from '../messages/table.js'
import { testMessages } from './table.js'

const owned = messages.pick('messageId', 'organizationId', 'appId', 'to')
const findOwned = statement(`
  SELECT ${owned.select('m')} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*) AND m.environment = 'test'`)
const findKept = statement('SELECT t.id FROM test_messages t {by test_messages.PRIMARY} WHERE t.id IN (?x*)')
const insert = insertMissing(testMessages.table, ['id'])
/** The inner query is a derived table, because MySQL can't delete from a table that it reads. */
const trim = statement(`
  DELETE FROM test_messages WHERE app_id = ?x AND id <= (SELECT e.id FROM (
    SELECT t.id FROM test_messages t {by test_messages.of_app} WHERE t.app_id = ?x ORDER BY t.id DESC LIMIT 1 OFFSET ?
  ) e)`)

const list = (index: string, condition: string) =>
  statement(`
    SELECT ${testMessages.select('t')} FROM test_messages t {by test_messages.${index}}
    WHERE t.app_id = ?x AND ${condition} t.id < ?x AND t.organization_id = ?x ORDER BY t.id DESC LIMIT ?`)
const ofApp = list('of_app', '')
const ofRecipient = list('of_recipient', 't.recipient = ? AND')
const getOne = statement(`
  SELECT ${testMessages.select('t')} FROM test_messages t {by test_messages.PRIMARY}
  WHERE t.id = ?x AND t.app_id = ?x AND t.organization_id = ?x`)

const EXPIRING = [passing('test_messages', 'id', 'delivered_at', 'by_age')]

const pageOf = ({ scope, to, before, limit }: TestMessageQuery): Filled => {
  const from = before === undefined ? BEYOND_ALL : idCell(before)
  const [organization, app] = [idCell(scope.organizationId), idCell(scope.appId)]
  return to === undefined
    ? ofApp(app, from, organization, limit)
    : ofRecipient(app, to, from, organization, limit)
}

/** The deliveries of test messages that aren't stored yet, with their owners. */
const newOf = (
  delivered: readonly SealedDelivery[],
  [found = [], kept = []]: readonly Rows[],
): readonly StoredTestMessage[] => {
  const known = new Set<MessageId>(kept.map(([id]) => idOf('msg', id)))
  const byId = new Map(delivered.map((one) => [one.messageId, one]))
  return found.map(owned.of).flatMap(({ messageId, organizationId, appId, to }) => {
    const one = byId.get(messageId)
    return one === undefined || known.has(messageId) ? [] : [{ ...one, organizationId, appId, to }]
  })
}

/** Stores deliveries of the sandbox in the test environment. */
export const testMessageStorage = (engine: Engine): TestMessageStorage => ({
  keep: (delivered, most) => async () => {
    if (delivered.length === 0) return E.right(0)
    const ids = delivered.map(({ messageId }) => idCell(messageId))
    const outcome = await engine.transact([findOwned(ids), findKept(ids)], (answers) => {
      const added = newOf(delivered, answers)
      const apps = [...new Set(added.map(({ appId }) => idCell(appId)))]
      const statements =
        added.length === 0
          ? []
          : [insert(testMessages.rows(added)), ...apps.map((app) => trim(app, app, most))]
      return { statements, result: added.length }
    })
    return unknownIsUndone(outcome)
  },
  list: (query) => () => readAsOf(engine, [pageOf(query)], ([rows = []]) => rows.map(testMessages.of)),
  get:
    ({ organizationId, appId }, messageId) =>
    () =>
      readAsOf(
        engine,
        [getOne(idCell(messageId), idCell(appId), idCell(organizationId))],
        ([rows = []]) => rows.map(testMessages.of)[0],
      ),
  purge: (beforeMs, most) => () => purge(engine, EXPIRING, beforeMs, most),
})
