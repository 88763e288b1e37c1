import { E } from '@postrider/core/fp'
import type {
  FigureBounds,
  Figures,
  FigureStorage,
  ShortAccounts,
} from '@postrider/core/platform/ports/figure-storage'
import { readInteger, readText } from '../../cells/cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { expression, joined } from '../../rows/selection.js'
import { providerAccounts } from '../../catalog/tables.js'
import { eachOf, queries, type Queries, queryOf } from '../../engine/queries.js'

/** The maximum number of rows that are read for a figure: more than people could ever process. */
const MOST_LOOKED_AT = 10_000

const unconfirmed = statement(`
  SELECT COUNT(*) FROM (
    SELECT o.message_id FROM outbox o {by outbox.PRIMARY} ORDER BY o.message_id LIMIT ?) listed
  {in this order} messages m {by messages.PRIMARY} ON m.id = listed.message_id
  WHERE m.state = 'UNCONFIRMED' AND m.updated_at < ?`)
const deadLetters = statement(`
  SELECT COUNT(*) FROM (
    SELECT f.message_id, f.dead_at FROM processing_failures f {by processing_failures.PRIMARY}
    ORDER BY f.message_id DESC LIMIT ?) failing
  {in this order} messages m {by messages.PRIMARY} ON m.id = failing.message_id
  WHERE failing.dead_at IS NOT NULL
    AND (m.state IN ('ACCEPTED', 'UNCONFIRMED') OR (m.state = 'SUBMITTED' AND m.billing = 'provisional'))`)
const oddReceipts = statement(`
  SELECT COUNT(*) FROM (
    SELECT r.id FROM receipts r {by receipts.by_age} WHERE r.state = ? AND r.received_at < ? LIMIT ?) odd`)
const inboundTasks = statement(`
  SELECT COUNT(*) FROM (
    SELECT i.id FROM inbound_messages i {by inbound_messages.of_task}
    WHERE i.task IN ('unattributed', 'unclear') LIMIT ?) open`)
const pendingApprovals = statement(`
  SELECT COUNT(*) FROM (
    SELECT a.id FROM approvals a {by approvals.by_status} WHERE a.status = 'pending' LIMIT ?) pending`)
const waitingMails = statement(`
  SELECT COUNT(*) FROM (SELECT j.id FROM mail_jobs j {by mail_jobs.by_time} ORDER BY j.due_at LIMIT ?) waiting`)
const prefixBlocks = statement(`
  SELECT COUNT(*) FROM (
    SELECT b.prefix FROM otp_prefix_blocks b {by otp_prefix_blocks.by_time}
    WHERE b.blocked_at >= ? AND b.until_at > ? AND b.lifted_at IS NULL LIMIT ?) blocked`)
const blockedDestinations = statement(`
  SELECT COUNT(*) FROM (SELECT d.prefix FROM blocked_destinations d LIMIT ?) blocked`)
const suspended = statement(`
  SELECT COUNT(*) FROM (
    SELECT o.status FROM organizations o {by organizations.PRIMARY} ORDER BY o.id DESC LIMIT ?) newest
  WHERE newest.status = 'suspended'`)
const disabled = statement(`
  SELECT COUNT(*) FROM (
    SELECT a.status FROM apps a {by apps.PRIMARY} ORDER BY a.id DESC LIMIT ?) newest
  WHERE newest.status = 'disabled'`)

const shortSums = joined({
  environment: expression('newest.environment', readText),
  empty: expression('COUNT(CASE WHEN newest.available <= 0 THEN 1 END)', readInteger),
  all: expression('COUNT(*)', readInteger),
})

const shortAccounts = statement(`
  SELECT ${shortSums.columns}
  FROM (
    SELECT a.environment, a.posted - a.reserved AS available FROM accounts a {by accounts.PRIMARY}
    ORDER BY a.organization_id DESC, a.environment DESC, a.currency DESC LIMIT ?) newest
  WHERE newest.available < ? GROUP BY newest.environment`)
const providersShown = providerAccounts.pick('providerAccountId', 'kind', 'name', 'status')
const listProviders = statement(`SELECT ${providersShown.select('p')} FROM provider_accounts p ORDER BY p.id`)

const countIn = (rows: Rows): number => readInteger(rows[0]?.[0])

const shortIn = (rows: Rows): readonly ShortAccounts[] => {
  const sums = rows.map(shortSums.of)
  return (['production', 'test'] as const).map((environment) => {
    const { empty, all } = sums.find((sum) => sum.environment === environment) ?? { empty: 0, all: 0 }
    return { environment, empty, low: all - empty }
  })
}

const figureQueries = (bounds: FigureBounds, most: number): Queries<Figures> =>
  queries({
    unconfirmed: queryOf(unconfirmed(most, bounds.unconfirmedSinceMs), countIn),
    deadLetters: queryOf(deadLetters(most), countIn),
    orphanReceipts: queryOf(oddReceipts('pending', bounds.orphanedSinceMs, most), countIn),
    contradictoryReceipts: queryOf(oddReceipts('contradicted', bounds.nowMs + 1, most), countIn),
    inboundTasks: queryOf(inboundTasks(most), countIn),
    pendingApprovals: queryOf(pendingApprovals(most), countIn),
    waitingMails: queryOf(waitingMails(most), countIn),
    prefixBlocks: queryOf(prefixBlocks(bounds.blockedSinceMs, bounds.nowMs, most), countIn),
    blockedDestinations: queryOf(blockedDestinations(most), countIn),
    suspendedOrganizations: queryOf(suspended(most), countIn),
    disabledApps: queryOf(disabled(most), countIn),
    shortAccounts: queryOf(shortAccounts(most, bounds.lowMinor), shortIn),
    providerAccounts: queryOf(listProviders(), eachOf(providersShown.of)),
  })

/** The figures that super admins watch, counted up to this many rows. */
export const figureStorage = (engine: Engine, mostLookedAt = MOST_LOOKED_AT): FigureStorage => ({
  read: (bounds) => async () => {
    const figures = figureQueries(bounds, mostLookedAt)
    return E.map(figures.of)(await engine.read(figures.statements, 'each'))
  },
})
