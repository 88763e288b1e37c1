import { LANES } from '@postrider/core/kernel/messages/lane'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { RecentMessage, WaitingMessage } from '@postrider/core/platform/domain/switches/switch-effect'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { SwitchStorage } from '@postrider/core/platform/ports/switch-storage'
import type { Cells } from '../../cells/cell.js'
import { firstIdCell, idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { type Filled, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { attempts } from '../../messaging/messages/attempts-table.js'
import { messages } from '../../messaging/messages/table.js'
import { PARKED } from '../../messaging/outbox/parked.js'
import { joined, outer } from '../../rows/selection.js'
import { recentMessageColumns } from './recent-message-columns.js'
import { readAcceptedOf } from './accepted-of-organization.js'
import { readSwitchRecords } from './records.js'
import { readStopped } from './stopped.js'

/** The maximum number of rows of each kind that are read. */
const MOST_LOOKED_AT = 5_000

/**
 * Identifiers start with the time of the clock that created them, which may differ from that of the accepting
 * process.
 */
const CLOCKS_APART_MS = MINUTE_MS

const waitingRow = joined({
  m: messages.pick(
    'messageId',
    'organizationId',
    'appId',
    'environment',
    'channel',
    'to',
    'charge',
    'billing',
    'state',
    'expiresAtMs',
  ),
  a: outer(attempts.pick('messageId', 'phase', 'providerAccountId')),
})

/**
 * The rows that are due soonest come first: messages that the provider already has wait for their report, and
 * are due much later.
 */
const listWaiting = (listed: string) =>
  statement(`
    SELECT ${waitingRow.columns} FROM (${listed} LIMIT ?) o
    {in this order} messages m {by messages.PRIMARY} ON m.id = o.message_id
    LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt`)
const waitingOfAll = listWaiting(
  'SELECT message_id FROM outbox {by outbox.by_time} WHERE lane = ? ORDER BY due_at',
)
const waitingOfOrganization = listWaiting(
  'SELECT message_id FROM outbox {by outbox.by_turn} WHERE lane = ? AND organization_id = ?x ORDER BY due_at',
)

/** Parked messages wait in lanes of their own. */
const parkedOfAll = listWaiting(
  'SELECT message_id FROM outbox {by outbox.by_time} WHERE lane > ? ORDER BY lane, due_at',
)
const parkedOfOrganization = listWaiting(
  'SELECT message_id FROM outbox {by outbox.by_turn} WHERE lane > ? AND organization_id = ?x ORDER BY lane',
)

const waitingIn = (row: Cells): readonly WaitingMessage[] => {
  const { m, a } = waitingRow.of(row)
  const { state, ...message } = m
  const lastAttempt = a && { phase: a.phase, providerAccountId: a.providerAccountId }
  return state === 'ACCEPTED' ? [{ ...message, lastAttempt }] : []
}

const listAccepted = statement(`
  SELECT ${recentMessageColumns.select('m')} FROM messages m {by messages.PRIMARY}
  WHERE m.id >= ?x ORDER BY m.id DESC LIMIT ?`)

const readAccepted = (engine: Engine, sinceMs: number, mostLookedAt: number) => {
  const page = listAccepted(firstIdCell(sinceMs - CLOCKS_APART_MS), mostLookedAt + 1)
  return readAsOf(engine, [page], ([rows = []]) => {
    const found: readonly RecentMessage[] = rows.slice(0, mostLookedAt).map(recentMessageColumns.of)
    const first = rows.length > mostLookedAt ? found.at(-1)?.acceptedAtMs : undefined
    const fromMs = Math.max(sinceMs, first ?? sinceMs)
    return { messages: found.filter(({ acceptedAtMs }) => acceptedAtMs >= fromMs), sinceMs: fromMs }
  })
}

const waitingPages = (organizationId: OrganizationId | undefined, most: number): readonly Filled[] => {
  if (organizationId === undefined)
    return [...LANES.map((lane) => waitingOfAll(lane, most)), parkedOfAll(PARKED, most)]
  const of = idCell(organizationId)
  return [
    ...LANES.map((lane) => waitingOfOrganization(lane, of, most)),
    parkedOfOrganization(PARKED, of, most),
  ]
}

/** The messages that emergency stops would affect or have affected; the limit of a reading can be set. */
export const switchStorage = (engine: Engine, mostLookedAt = MOST_LOOKED_AT): SwitchStorage => ({
  waiting: (organizationId) => () =>
    readAsOf(engine, waitingPages(organizationId, mostLookedAt + 1), (answers) => ({
      messages: answers.flatMap((rows) => rows.slice(0, mostLookedAt).flatMap(waitingIn)),
      isSample: answers.some((rows) => rows.length > mostLookedAt),
    })),
  accepted: (organizationId, sinceMs) => () =>
    organizationId === undefined
      ? readAccepted(engine, sinceMs, mostLookedAt)
      : readAcceptedOf(engine, organizationId, sinceMs, mostLookedAt),
  records: (scope) => () => readSwitchRecords(engine, scope, mostLookedAt),
  stopped: (query) => () => readStopped(engine, query),
})
