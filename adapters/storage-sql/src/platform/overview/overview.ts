import { LANES, type Lane } from '@postrider/core/kernel/messages/lane'
import { E } from '@postrider/core/fp'
import type {
  HeldMoney,
  LaneBacklog,
  OrganizationBacklog,
  OverviewBounds,
  OverviewStorage,
} from '@postrider/core/platform/ports/overview-storage'
import { optional, readInteger, readText } from '../../cells/cell.js'
import { idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { type Query, queries, queryOf } from '../../engine/queries.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'
import { accounts } from '../../ledger/accounts-table.js'
import { expression, joined } from '../../rows/selection.js'

/** The maximum number of messages counted per lane, and of Organizations counted separately. */
const MOST_COUNTED = 100_000
const MOST_LOOKED_AT = 10_000
const MOST_ORGANIZATIONS = 10

const waitingIn = statement(`
  SELECT COUNT(*), MIN(due.due_at) FROM (
    SELECT o.due_at FROM outbox o {by outbox.by_time} WHERE o.lane = ? AND o.due_at <= ? ORDER BY o.due_at LIMIT ?) due`)
const waitingOf = statement(`
  SELECT due.organization_id, COUNT(*) FROM (
    SELECT o.organization_id FROM outbox o {by outbox.by_time} WHERE o.lane = ? AND o.due_at <= ? ORDER BY o.due_at LIMIT ?) due
  GROUP BY due.organization_id`)
const unconfirmed = statement(`
  SELECT COUNT(*), MIN(m.updated_at) FROM (
    SELECT o.message_id FROM outbox o {by outbox.PRIMARY} ORDER BY o.message_id LIMIT ?) listed
  {in this order} messages m {by messages.PRIMARY} ON m.id = listed.message_id WHERE m.state = 'UNCONFIRMED'`)

const heldSums = joined({
  a: accounts.pick('environment', 'currency'),
  held: expression('CAST(SUM(a.reserved) {as integer})', readInteger),
})
const held = statement(`
  SELECT ${heldSums.columns} FROM accounts a {by accounts.PRIMARY}
  WHERE a.reserved > 0 GROUP BY a.environment, a.currency ORDER BY a.environment, a.currency`)
const otps = statement(`
  SELECT CAST(COALESCE(SUM(c.sends), 0) {as integer}), CAST(COALESCE(SUM(c.verified), 0) {as integer})
  FROM otp_prefix_counts c {by otp_prefix_counts.by_slice} WHERE c.slice >= ?`)
const reviews = statement(`
  SELECT COUNT(*) FROM (
    SELECT d.state FROM template_drafts d {by template_drafts.by_state} WHERE d.state IN ('internal_review', 'pending_vendor') LIMIT ?) waiting`)
const tickets = statement(`
  SELECT COUNT(*) FROM (SELECT t.id FROM tickets t {by tickets.by_status} WHERE t.status = 'open' LIMIT ?) waiting`)
const chats = statement(`
  SELECT COUNT(*) FROM (SELECT c.id FROM chats c {by chats.in_turn} WHERE c.status = 'waiting' LIMIT ?) waiting`)
const namesOf = statement(
  'SELECT o.id, o.display_name FROM organizations o {by organizations.PRIMARY} WHERE o.id IN (?x*)',
)

const countIn = (rows: Rows): number => readInteger(rows[0]?.[0])

const backlogOf = (lane: Lane, nowMs: number): Query<LaneBacklog> =>
  queryOf(waitingIn(lane, sharedNow(nowMs), MOST_COUNTED), ([row]) => ({
    lane,
    waiting: readInteger(row?.[0]),
    sinceMs: optional(readInteger, row?.[1]),
  }))

const heldIn = (rows: Rows): readonly HeldMoney[] =>
  rows.map(heldSums.of).map(({ a, held: heldMinor }) => ({ ...a, heldMinor }))

/** The Organizations with the most waiting messages, as cells, from the counts of each lane. */
const most = (lanes: readonly Rows[]): ReadonlyArray<readonly [cell: string, waiting: number]> => {
  const sums = new Map<string, number>()
  for (const [owner, count] of lanes.flat()) {
    const cell = readText(owner)
    sums.set(cell, (sums.get(cell) ?? 0) + readInteger(count))
  }
  return [...sums]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_ORGANIZATIONS)
}

const gauges = ({ nowMs, otpsSinceMs }: OverviewBounds) =>
  queries({
    otp: backlogOf(LANES[0], nowMs),
    transactional: backlogOf(LANES[1], nowMs),
    promotional: backlogOf(LANES[2], nowMs),
    unconfirmed: queryOf(unconfirmed(MOST_LOOKED_AT), ([row]) => ({
      unconfirmed: readInteger(row?.[0]),
      unconfirmedSinceMs: optional(readInteger, row?.[1]),
    })),
    held: queryOf(held(), heldIn),
    otps: queryOf(otps(otpsSinceMs), ([row]) => ({
      otpsSent: readInteger(row?.[0]),
      otpsVerified: readInteger(row?.[1]),
    })),
    templateReviews: queryOf(reviews(MOST_LOOKED_AT), countIn),
    openTickets: queryOf(tickets(MOST_LOOKED_AT), countIn),
    waitingChats: queryOf(chats(MOST_LOOKED_AT), countIn),
  })

/**
 * The Organizations with the most waiting messages, with their names; a second round trip if there are any.
 */
const readOrganizations = async (engine: Engine, nowMs: number) => {
  const read = await engine.read(
    LANES.map((lane) => waitingOf(lane, sharedNow(nowMs), MOST_LOOKED_AT)),
    'each',
  )
  if (E.isLeft(read)) return read
  const found = most(read.right)
  const named =
    found.length === 0 ? E.right([]) : await engine.read([namesOf(found.map(([cell]) => cell))], 'each')
  return E.map((rows: readonly Rows[]): readonly OrganizationBacklog[] => {
    const names = new Map((rows[0] ?? []).map(([cell, name]) => [readText(cell), readText(name)]))
    return found.map(([cell, waiting]) => ({
      organizationId: idOf('org', cell),
      displayName: names.get(cell) ?? '',
      waiting,
    }))
  })(named)
}

/** The current state of the platform. */
export const overviewStorage = (engine: Engine): OverviewStorage => ({
  read: (bounds) => async () => {
    const reading = gauges(bounds)
    const [read, waiting] = await Promise.all([
      engine.read(reading.statements, 'each'),
      readOrganizations(engine, bounds.nowMs),
    ])
    if (E.isLeft(read)) return read
    return E.map((found: readonly OrganizationBacklog[]) => {
      const {
        otp,
        transactional,
        promotional,
        unconfirmed: unknown,
        otps: codes,
        ...counts
      } = reading.of(read.right)
      const lanes = [otp, transactional, promotional]
      return { ...counts, ...unknown, ...codes, lanes, organizations: found }
    })(waiting)
  },
})
