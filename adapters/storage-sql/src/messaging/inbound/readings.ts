import type { StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { InboundQuery, InboundStorage } from '@postrider/core/messaging/ports/inbound-storage'
import { configurationsBy } from '../../catalog/configurations-by.js'
import { configurations } from '../../catalog/tables.js'
import { E } from '@postrider/core/fp'
import { digestCell } from '../../cells/digest-cell.js'
import { recipientIds } from '../../consent/table.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { insertOrReplace } from '../../engine/insertion.js'
import { refusalIsBug } from '../../engine/outcome.js'
import { passing, purge } from '../../engine/purge.js'
import { type Filled, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { inboundMessages, keywordReplies } from './table.js'

/** The conditions of a list in order, and the index for a list with it as its first one. */
const CONDITIONS = {
  task: { index: 'of_task', text: 'i.task = ? AND' },
  organizationId: { index: 'of_organization', text: 'i.organization_id = ?x AND' },
  state: { index: 'of_state', text: 'i.state = ? AND' },
} as const

type Condition = keyof typeof CONDITIONS

const ORDER: readonly Condition[] = ['task', 'organizationId', 'state']

const list = (conditions: readonly Condition[]) => {
  const [first] = conditions
  const index = first === undefined ? 'PRIMARY' : CONDITIONS[first].index
  const where = conditions.map((one) => CONDITIONS[one].text).join(' ')
  return statement(`
    SELECT ${inboundMessages.select('i')} FROM inbound_messages i {by inbound_messages.${index}}
    WHERE ${where} i.id < ?x ORDER BY i.id DESC LIMIT ?`)
}

/** A statement for each set of conditions. */
const LISTS = new Map(
  Array.from({ length: 2 ** ORDER.length }, (_, bits) => ORDER.filter((_one, at) => (bits >> at) & 1)).map(
    (conditions) => [conditions.join(' '), list(conditions)],
  ),
)

const idByKey = statement(
  `SELECT ${recipientIds.select('r')} FROM recipient_ids r {by recipient_ids.PRIMARY} WHERE r.id = ?x`,
)

/** The Organizations of an id that is known already are kept. */
const putNumbers = insertOrReplace(recipientIds.table, ['id'], ['number', 'learned_at'])
const optedOut = statement(`
  SELECT ${recipientIds.select('r')} FROM recipient_ids r {by recipient_ids.PRIMARY}
  WHERE r.id IN (?x*) AND r.organization_ids <> '[]'`)

const openBy = statement(`
  SELECT ${inboundMessages.select('i')} FROM inbound_messages i {by inbound_messages.of_task}
  WHERE i.task = 'unattributed' AND i.provider_account_id = ?x AND i.user_id = ? AND i.id < ?x
  ORDER BY i.id DESC LIMIT ?`)

const dueReplies = (condition: string) =>
  statement(`
    SELECT ${keywordReplies.select('k')} FROM keyword_replies k {by keyword_replies.PRIMARY}
    WHERE ${condition} k.received_at < ? ORDER BY k.id LIMIT ?`)
const firstDue = dueReplies('')
const nextDue = dueReplies('k.id > ?x AND')

const EXPIRING = [
  passing(
    'inbound_messages',
    'id',
    'received_at',
    'by_age',
    'binary',
    'NOT EXISTS (SELECT 1 FROM held_senders h WHERE h.id = inbound_messages.id)',
  ),
  passing('template_reports', 'id', 'received_at', 'by_age'),
  passing('recipient_ids', 'id', 'learned_at', 'by_age', 'binary', 'number IS NOT NULL'),
]

const pageOf = ({ before, limit, ...query }: InboundQuery): Filled => {
  const conditions = ORDER.filter((one) => query[one] !== undefined)
  const fill = LISTS.get(conditions.join(' '))
  if (fill === undefined) throw new Error('no list has these conditions')
  const values = conditions.map((one) =>
    one === 'organizationId' && query.organizationId !== undefined
      ? idCell(query.organizationId)
      : (query[one] ?? ''),
  )
  return fill(...values, before === undefined ? BEYOND_ALL : idCell(before), limit)
}

const messagesIn = ([rows = []]: readonly Rows[]): readonly StoredInbound[] => rows.map(inboundMessages.of)

/** Reads inbound messages. */
export const inboundStorage = (engine: Engine): InboundStorage => ({
  configurationsBy: (providerAccountId) => () =>
    readAsOf(engine, [configurationsBy(providerAccountId)], ([rows = []]) => rows.map(configurations.of)),
  list: (query) => () => readAsOf(engine, [pageOf(query)], messagesIn),
  recipientId: (key) => async () => {
    const read = await engine.read([idByKey(digestCell(key, 16))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(recipientIds.of)[0])(read)
  },
  learnIds: (records) => async () => {
    const outcome = await engine.transact([], () => ({
      statements: [putNumbers(recipientIds.rows(records))],
      result: undefined,
    }))
    const written = refusalIsBug(outcome)
    if (E.isLeft(written)) return written
    const keys = records.map(({ recipientIdKey }) => digestCell(recipientIdKey, 16))
    const read = await engine.read([optedOut(keys)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(recipientIds.of))(read)
  },
  unattributedBy:
    ({ providerAccountId, userId }, before, limit) =>
    async () => {
      const from = before === undefined ? BEYOND_ALL : idCell(before)
      const read = await engine.read([openBy(idCell(providerAccountId), userId, from, limit)], 'each')
      return E.map(messagesIn)(read)
    },
  dueReplies: (receivedBeforeMs, after, limit) => async () => {
    const page =
      after === undefined
        ? firstDue(receivedBeforeMs, limit)
        : nextDue(idCell(after), receivedBeforeMs, limit)
    const read = await engine.read([page], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(keywordReplies.of))(read)
  },
  purge: (beforeMs, most) => () => purge(engine, EXPIRING, beforeMs, most),
})
