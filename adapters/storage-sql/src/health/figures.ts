import { environmentOf, sheetNamed } from '@postrider/core/domain/ledger/book'
import type { Environment } from '@postrider/core/domain/tenancy/records'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import { E } from '@postrider/core/fp'
import type {
  FigureBounds,
  Figures,
  FigureStorage,
  ShortAccounts,
} from '@postrider/core/ports/storage/figure-storage'
import { integer, text, type Cells } from '../cells/cell.js'
import { idOf } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'

/** How many rows are looked at for a figure: enough for all that people could ever go through. */
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
const ANY_CURRENCY = 'EUR'

/** A currency has three letters; what follows them in an account's name says which book it belongs to. */
const shortAccounts = statement(`
  SELECT SUBSTR(newest.currency, 4), o.first_book, COUNT(CASE WHEN newest.available <= 0 THEN 1 END), COUNT(*)
  FROM (
    SELECT a.organization_id, a.currency, a.posted - a.reserved AS available FROM accounts a {by accounts.PRIMARY}
    ORDER BY a.organization_id DESC, a.currency DESC LIMIT ?) newest
  {in this order} organizations o {by organizations.PRIMARY} ON o.id = newest.organization_id
  WHERE newest.available < ? GROUP BY SUBSTR(newest.currency, 4), o.first_book`)
const providerAccounts = statement(
  'SELECT p.id, p.kind, p.name, p.status FROM provider_accounts p ORDER BY p.id',
)

const asked = (bounds: FigureBounds, most: number): readonly Statement[] => [
  unconfirmed(most, bounds.unconfirmedSinceMs),
  deadLetters(most),
  oddReceipts('pending', bounds.orphanedSinceMs, most),
  oddReceipts('contradicted', bounds.nowMs + 1, most),
  pendingApprovals(most),
  waitingMails(most),
  prefixBlocks(bounds.blockedSinceMs, bounds.nowMs, most),
  blockedDestinations(most),
  suspended(most),
  disabled(most),
  shortAccounts(most, bounds.lowMinor),
  providerAccounts(),
]

const countIn = (rows: Rows | undefined): number => integer(rows?.[0]?.[0])

const environmentIn = ([suffix, firstBook]: Cells): Environment =>
  environmentOf({ firstBook: text(firstBook) as Environment }, sheetNamed(ANY_CURRENCY + text(suffix)).book)

const shortIn = (rows: Rows, environment: Environment): ShortAccounts => {
  const own = rows.filter((row) => environmentIn(row) === environment)
  const empty = own.reduce((sum, row) => sum + integer(row[2]), 0)
  const all = own.reduce((sum, row) => sum + integer(row[3]), 0)
  return { environment, empty, low: all - empty }
}

const providerOf = ([id, kind, name, status]: Cells): Figures['providerAccounts'][number] => ({
  providerAccountId: idOf('pac', id),
  kind: text(kind) as ProviderAccount['kind'],
  name: text(name),
  status: text(status) as ProviderAccount['status'],
})

const figuresOf = (answers: readonly Rows[]): Figures => {
  const [accounts = [], providers = []] = answers.slice(-2)
  return {
    unconfirmed: countIn(answers[0]),
    deadLetters: countIn(answers[1]),
    orphanReceipts: countIn(answers[2]),
    contradictoryReceipts: countIn(answers[3]),
    pendingApprovals: countIn(answers[4]),
    waitingMails: countIn(answers[5]),
    prefixBlocks: countIn(answers[6]),
    blockedDestinations: countIn(answers[7]),
    suspendedOrganizations: countIn(answers[8]),
    disabledApps: countIn(answers[9]),
    shortAccounts: [shortIn(accounts, 'production'), shortIn(accounts, 'test')],
    providerAccounts: providers.map(providerOf),
  }
}

/** What operators watch, counted among so many rows. */
export const figureStorage = (engine: Engine, mostLookedAt = MOST_LOOKED_AT): FigureStorage => ({
  read: (bounds) => async () => E.map(figuresOf)(await engine.read(asked(bounds, mostLookedAt), 'each')),
})
