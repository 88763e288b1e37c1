// node scripts/carry-over.mjs OLD NEW: copies a database from before version 0.1.0 into an empty one
// (docs/upgrading).
import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { GENESIS_DIGEST, frame } from '@postrider/core/kernel/digests/digest'
import { entryContent, digestedText } from '@postrider/core/ledger/domain/provable-entry'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { firstRelease } from '@postrider/storage-sql/migrations/0001-first-release/first-release'
import { migrationSource } from '@postrider/storage-sql/migrations/source'
import { idOf } from '@postrider/storage-sql/cells/id-cell'
import { startProgress } from './progress.mjs'

const USAGE = `
node scripts/carry-over.mjs OLD NEW

Copies the database at OLD, which was made before version 0.1.0, into the empty database at NEW. Both are addresses as in
POSTRIDER_STORAGE_URL. It only reads OLD. All processes must be stopped.
`

const LAST_BEFORE = '0058_ticket_words'
const ROWS_AT_ONCE = 500

// Consoles start a new epoch of the feed, and events start with the changes after the copy. The other tables are
// no longer kept or are new, or the first migration fills them.
const NOT_COPIED = new Set([
  'account_faults',
  'changes',
  'changes_pending',
  'consents',
  'credential_notices',
  'erasures',
  'event_blocks',
  'event_streams',
  'feed_head',
  'held_senders',
  'inbound_parts',
  'keyword_replies',
  'number_prefixes',
  'opt_ins',
  'recipient_ids',
  'sender_rules',
  'usage_days',
  'waiting_blocks',
  'usage_accounts',
  'event_receiver',
  'webhook_attempts',
  'webhook_endpoints',
  'webhook_pending',
])
// These tables have rows as soon as they exist.
const FILLED = [
  'catalog_epoch',
  'catalog_versions',
  'installation',
  'flow_state',
  'recipient_search_state',
  'retention_marks',
  'ticket_search_state',
  'usage_state',
]
const OF_MONEY = new Set([
  'accounts',
  'balance_alerts',
  'budgets',
  'checkpoints',
  'messages',
  'usage_line_accounts',
  'usage_lines',
])

/** Renamed tables and columns, by their new name. */
const TABLES_BEFORE = { attempt_segments: 'attempt_parts', key_versions: 'key_eras' }
const COLUMNS_BEFORE = {
  approvals: { executed_id: 'enacted_id' },
  inbound_messages: { consent_change: 'wish' },
}

/** The new names of call outcomes. */
const OUTCOMES_BEFORE = {
  taken: 'accepted',
  refused_here: 'rejected_by_route',
  refused_for_good: 'permanent_failure',
  refused_for_now: 'transient_failure',
  not_sent: 'not_attempted',
}
const OUTCOME_BEFORE = new RegExp(`\\b(?:${Object.keys(OUTCOMES_BEFORE).join('|')})\\b`, 'g')
/** The columns with outcomes: single ones, or lists such as `1234=refused_here`. */
const OF_OUTCOMES = { attempts: 'phase', provider_tests: 'state', provider_accounts: 'settings' }

/** An account's settings without the flags that POSTRIDER_PROVIDER_NETWORKS replaced. */
const withoutFlags = (settings) => {
  const { allowPlain: _plain, allowPrivate: _private, ...others } = JSON.parse(settings)
  return JSON.stringify(others)
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
/** Bytes as hexadecimal digits, as SQLite's connection reads them. */
const hex = (cell) => (cell === null || typeof cell === 'string' ? cell : Buffer.from(cell).toString('hex'))
const BINARY = /binary|blob|bytea/i

const engineAt = async (url) => {
  if (url.startsWith('sqlite:'))
    return (await import('@postrider/storage-sql/sqlite/sqlite-engine')).sqliteEngine(url)
  if (url.startsWith('mysql:'))
    return (await import('@postrider/storage-sql/mysql/mysql-engine')).mysqlEngine(url, {})
  const { postgresEngine } = await import('@postrider/storage-postgres/postgres-engine')
  return postgresEngine(url, {})
}

const migrate = (engine) =>
  engine.migrating((knex) =>
    knex.migrate.latest({ migrationSource: migrationSource(engine.dialect), disableTransactions: true }),
  )

const requireOld = async ({ knex }) => {
  const names = (await knex.schema.hasTable('knex_migrations'))
    ? await knex('knex_migrations').pluck('name')
    : []
  if (!names.includes(LAST_BEFORE))
    throw new Error(
      `the old database lacks ${LAST_BEFORE}: run migrate with the last program from before 0.1.0 first`,
    )
}

const requireEmpty = async ({ knex }) => {
  if (await knex.schema.hasTable('knex_migrations')) throw new Error('the new database is not empty')
}

/** Environment and currency of the old values of the column `currency`. */
const environments = async (knex) => {
  const first = new Map(
    (await knex('organizations').select('id', 'first_book')).map((row) => [hex(row.id), row.first_book]),
  )
  return (organization, text) => {
    const [currency, suffix] = text.split('/')
    const named = { test: 'test', prod: 'production' }[suffix]
    return { environment: named ?? first.get(hex(organization)) ?? 'production', currency }
  }
}

const keyColumns = async ({ knex }, table) =>
  ({ ledger_events: ['organization_id', 'currency', 'seq'], checkpoints: ['organization_id', 'currency'] })[
    table
  ] ?? Object.keys(await knex(table).columnInfo())

/** The rows of a table in pages, in a stable order. */
async function* pages(engine, table) {
  const order = (await keyColumns(engine, table)).map((column) => ({ column }))
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await engine.knex(table).select().orderBy(order).limit(ROWS_AT_ONCE).offset(offset)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
  }
}

const eventOf = (row, of) => ({
  organizationId: idOf('org', hex(row.organization_id)),
  ...of,
  seq: Number(row.seq),
  entryId: idOf('ent', hex(row.entry_id)),
  type: row.type,
  amountMinor: Number(row.amount),
  appId: row.app_id === null ? undefined : idOf('app', hex(row.app_id)),
  messageId: row.message_id === null ? undefined : idOf('msg', hex(row.message_id)),
  relatedEntryId: row.related_entry_id === null ? undefined : idOf('ent', hex(row.related_entry_id)),
  occurredAtMs: Number(row.occurred_at),
})

/**
 * An entry's content in its old digest format: with the account's name instead of environment and currency.
 */
const contentBefore = (event, name) =>
  frame([
    event.organizationId,
    name,
    event.seq,
    event.entryId,
    event.type,
    event.amountMinor,
    event.appId,
    event.messageId,
    event.relatedEntryId,
    event.occurredAtMs,
  ])

/** The digests that other tables reference. */
const namedDigests = async (knex) => {
  const heads = await knex('accounts').pluck('head_digest')
  const checked = await knex('checkpoints').select('digest', 'walk_digest')
  return new Set([...heads, ...checked.flatMap((row) => [row.digest, row.walk_digest])].map(hex))
}

/**
 * Gives the entries of each account new digests, one after another. Throws if an old digest doesn't match.
 */
const redigesting = (keeperOf, named) => {
  const ends = new Map()
  const digests = new Map()
  return {
    event: (row) => {
      const account = `${hex(row.organization_id)} ${row.currency}`
      const end = ends.get(account) ?? { before: GENESIS_DIGEST, after: GENESIS_DIGEST }
      const event = eventOf(row, keeperOf(row.organization_id, row.currency))
      const before = sha256(digestedText(end.before, contentBefore(event, row.currency)))
      if (before !== hex(row.digest)) throw new Error(`entry ${event.entryId} doesn't match its digest`)
      const after = sha256(digestedText(end.after, entryContent(event)))
      ends.set(account, { before, after })
      if (named.has(before)) digests.set(before, after)
      return {
        ...row,
        environment: event.environment,
        currency: event.currency,
        digest: Buffer.from(after, 'hex'),
      }
    },
    digest: (cell) => {
      const after = cell === null ? undefined : digests.get(hex(cell))
      return after ?? cell
    },
  }
}

const proposalOf = (row, keeperOf) => {
  const proposal = JSON.parse(row.proposal)
  if (proposal.amountMinor === undefined) return row
  return {
    ...row,
    proposal: JSON.stringify({ ...proposal, ...keeperOf(row.organization_id, proposal.currency) }),
  }
}

/** The list of senders with the only sender that a configuration had. */
const sendersOf = (sender) => JSON.stringify([soleSender(JSON.parse(sender))])

const rowMapper = async ({ knex }) => {
  const keeperOf = await environments(knex)
  const chain = redigesting(keeperOf, await namedDigests(knex))
  return (table, row) => {
    if (table === 'ledger_events') return chain.event(row)
    if (table === 'apps') return { keyword_replies: '{}', ...row }
    if (table === 'approvals') return proposalOf(row, keeperOf)
    if (table === 'channel_configurations') return { ...row, senders: sendersOf(row.sender) }
    if (table === 'idempotency' || table === 'batch_receipts')
      return { ...row, material: hex(row.material).slice(0, 32) }
    if (table === 'catalog_versions')
      return {
        services_epoch: 0,
        templates_epoch: 0,
        prices_epoch: 0,
        budgets_epoch: 0,
        credentials_epoch: 0,
        ...row,
      }
    if (table in OF_OUTCOMES) {
      const column = OF_OUTCOMES[table]
      const cell = table === 'provider_accounts' ? withoutFlags(row[column]) : row[column]
      return { ...row, [column]: cell.replace(OUTCOME_BEFORE, (word) => OUTCOMES_BEFORE[word]) }
    }
    if (!OF_MONEY.has(table)) return row
    const moved = { ...row, ...keeperOf(row.organization_id, row.currency) }
    if (table === 'accounts') return { ...moved, head_digest: chain.digest(row.head_digest) }
    if (table === 'checkpoints')
      return { ...moved, digest: chain.digest(row.digest), walk_digest: chain.digest(row.walk_digest) }
    return moved
  }
}

/** The copied tables: entries come before the tables that reference their digests. */
const tablesOf = (dialect) => {
  const statements = firstRelease.statements(dialect).join('\n')
  const names = [...statements.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, name]) => name)
  return ['ledger_events', ...names.filter((name) => name !== 'ledger_events' && !NOT_COPIED.has(name))]
}

const copyTable = async (from, to, table, mapped) => {
  const before = COLUMNS_BEFORE[table] ?? {}
  const columns = Object.entries(await to.knex(table).columnInfo())
  const bytes = (cell) => (cell === null ? null : to.knex.raw(to.dialect.types.bytesOf(hex(cell))))
  const written = (row) =>
    Object.fromEntries(
      columns.map(([name, { type }]) => {
        const cell = row[before[name] ?? name] ?? null
        return [name, BINARY.test(type) ? bytes(cell) : cell]
      }),
    )
  for await (const rows of pages(from, TABLES_BEFORE[table] ?? table))
    await to.knex(table).insert(rows.map((row) => written(mapped(table, row))))
}

/** Copies everything. `say` is called with the name of each table. */
export const carryOver = async (oldUrl, newUrl, say = () => {}) => {
  const [from, to] = [await engineAt(oldUrl), await engineAt(newUrl)]
  try {
    await requireOld(from)
    await requireEmpty(to)
    await migrate(to)
    const mapped = await rowMapper(from)
    for (const table of FILLED) await to.knex(table).delete()
    for (const table of tablesOf(to.dialect)) {
      say(table)
      await copyTable(from, to, table, mapped)
    }
  } finally {
    await from.close()
    await to.close()
  }
}

const main = async ([oldUrl, newUrl]) => {
  if (oldUrl === undefined || oldUrl === '--help' || newUrl === undefined) {
    process.stdout.write(USAGE)
    return oldUrl === '--help' ? 0 : 1
  }
  let table = 'the tables are made'
  const progress = startProgress(() => `copying: ${table}`)
  try {
    await carryOver(oldUrl, newUrl, (next) => {
      table = next
    })
    progress.end('copied')
    return 0
  } catch (error) {
    progress.end()
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await main(process.argv.slice(2))
