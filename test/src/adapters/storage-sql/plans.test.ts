import { expect } from 'chai'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '@postrider/core/assembly/storage'
import { activityStorage } from '@postrider/storage-sql/messaging/activity/activity'
import { approvalStorage } from '@postrider/storage-sql/approvals/readings'
import { administrationStorage } from '@postrider/storage-sql/platform/administration/administration'
import { auditStorage } from '@postrider/storage-sql/audit/readings'
import type { Engine, Statement } from '@postrider/storage-sql/engine/engine'
import { consentStorage } from '@postrider/storage-sql/consent/register'
import { bulkStorage } from '@postrider/storage-sql/bulk/readings'
import { eventStorage } from '@postrider/storage-sql/events/events'
import { feedStorage } from '@postrider/storage-sql/feed/feed'
import { flowStorage } from '@postrider/storage-sql/platform/flow/flow'
import { cookieSessionStorage } from '@postrider/storage-sql/identity/people/cookie-sessions'
import { otpStorage } from '@postrider/storage-sql/otp/otp'
import { overviewStorage } from '@postrider/storage-sql/platform/overview/overview'
import { inboundStorage } from '@postrider/storage-sql/messaging/inbound/readings'
import { searchStorage } from '@postrider/storage-sql/messaging/search/search'
import { switchStorage } from '@postrider/storage-sql/platform/switches/switches'
import { mailStorage } from '@postrider/storage-sql/identity/mails/mails'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { renderPostgres } from '@postrider/storage-postgres/render'
import { renderMysql } from '@postrider/storage-sql/mysql/render'
import { peopleStorage } from '@postrider/storage-sql/identity/people/readings'
import { renderSqlite } from '@postrider/storage-sql/sqlite/render'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { openThread, type SqliteThread } from '@postrider/storage-sql/sqlite/thread'
import { priceVersions } from '@postrider/storage-sql/ledger/prices/readings'
import { priceVolume } from '@postrider/storage-sql/messaging/messages/volume'
import { supportStorage } from '@postrider/storage-sql/support/readings'
import { ticketSearchStorage } from '@postrider/storage-sql/support/ticket-search/ticket-search'
import { tenancyStorage } from '@postrider/storage-sql/tenancy/readings'
import { unitStorage } from '@postrider/storage-sql/unit-of-work/unit-storage'
import { webhookStorage } from '@postrider/storage-sql/webhooks/webhooks'
import { right } from '@postrider/conformance/outcome'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'
import { openAnyStorage } from '../open-any-storage.js'
import { onPostgres } from '../storage-postgres/open-postgres.js'
import { planOf, readsWhole } from '../storage-postgres/plan-of.js'
import { type Inhabited, inhabit, useEverything } from './inhabited-storage.js'
import { listeningTo } from './listening-to.js'
import { useConsent } from './use-consent.js'
import { useOtps } from './use-otps.js'
import { erasureStorage } from '@postrider/storage-sql/messaging/erasure/erasures'
import { useErasures } from './use-erasures.js'
import { useReplies } from './use-replies.js'

interface Place {
  readonly url: string
  readonly engine: Engine
  /** Returns why the statement reads more than it needs, or an empty text. */
  scansOf(statement: Statement): Promise<readonly string[]>
  remove(): Promise<void>
}

/**
 * Tables of one or a few rows, what waits for a sequencer, and the list of chains, which is read page by page
 * in its order.
 */
const FEW =
  /(FROM|UPDATE) (catalog_epoch|audit_chains|provider_accounts|feed_head|flow_state|search_state|blocked_destinations|changes_pending)\b/

/**
 * Reads of a whole table, with the reason: held money of all accounts, apps one by one, the first listed
 * records, 64 changes, all entries of the consent register for `audit verify`, blocks of prefixes in their order,
 * the newest webhook endpoints, replies to keywords (they wait for minutes at most).
 */
const MEANT: ReadonlyArray<readonly [table: string, sql: RegExp]> = [
  ['a', /SUM\(a\.reserved\)/],
  ['a', /FROM apps a /],
  ['o', /FROM outbox o .*ORDER BY o\.message_id LIMIT/],
  ['c', /SELECT LENGTH\(c\.body\)/],
  ['c', /COUNT\(\*\) FROM consents c/],
  ['b', /FROM otp_prefix_blocks b .*ORDER BY b\.blocked_at DESC/],
  ['e', /FROM webhook_endpoints e [^]*ORDER BY e\.id DESC LIMIT/],
  ['k', /FROM keyword_replies k [^]*ORDER BY k\.id LIMIT/],
]

/** The result of a subquery has a limit of its own. */
const isBounded = (table: string, sql: string): boolean =>
  table.startsWith('<derived') || new RegExp(`LIMIT \\?\\) ${table}\\b`).test(sql)

const mayBeScanned = (table: string, sql: string): boolean =>
  FEW.test(sql) ||
  isBounded(table, sql) ||
  MEANT.some(([meant, pattern]) => meant === table && pattern.test(sql))

const onSqlite = async (): Promise<Place> => {
  const directory = await freshDirectory('plans')
  const path = join(directory, 'postrider.db')
  const engine = sqliteEngine(`sqlite:${path}`)
  let reader: SqliteThread | undefined
  return {
    url: `sqlite:${path}`,
    engine,
    scansOf: async (statement) => {
      reader ??= await openThread({ path, role: 'reader' })
      const step = renderSqlite(statement)
      const { results } = await reader.run([{ ...step, sql: `EXPLAIN QUERY PLAN ${step.sql}` }])
      const plan = (results[0] ?? []).map((row) => String(row[3]))
      return plan
        .filter((line) => line.startsWith('SCAN') && !mayBeScanned(line.split(' ')[1] ?? '', step.sql))
        .map((line) => `${line}: ${step.sql}`)
    },
    remove: async () => {
      await reader?.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

interface PlanRow {
  readonly select_type: string
  readonly type: string | null
  readonly table: string | null
  readonly possible_keys: string | null
  readonly key: string | null
  readonly Extra: string | null
}

/**
 * MySQL reads an index from its start if it has few rows. The condition still ends that if it can use the
 * index.
 */
const isWhole = ({ type, possible_keys: usable }: PlanRow): boolean =>
  type === 'ALL' || (type === 'index' && usable === null)

/** A subquery reads all its rows once for each row of the outer query, however few it returns. */
const sortsForEachRow = ({ select_type: kind, Extra: extra }: PlanRow): boolean =>
  kind === 'DEPENDENT SUBQUERY' && extra?.includes('filesort') === true

const onMariadb = async (): Promise<Place> => {
  const { url, drop } = await createDatabase()
  const engine = mysqlEngine(url, {})
  return {
    url,
    engine,
    scansOf: async (statement) => {
      const sql = renderMysql(statement)
      const [rows] = (await engine.knex.raw(`EXPLAIN FORMAT=TRADITIONAL ${sql.replaceAll('?', '\\?')}`)) as [
        PlanRow[],
      ]
      const whole = rows.filter(
        (row) => row.select_type !== 'INSERT' && isWhole(row) && !mayBeScanned(row.table ?? '', sql),
      )
      return [
        ...whole.map(({ table, type, key }) => `${table} is read whole (${type}, ${key}): ${sql}`),
        ...rows.filter(sortsForEachRow).map(({ table }) => `${table} is sorted for each row: ${sql}`),
      ]
    },
    remove: drop,
  }
}

/**
 * Its planner reads a page or two whole, whatever their content, so the statistics of every page are set to
 * very many rows.
 */
const LARGE = `
  UPDATE pg_class SET relpages = 1, reltuples = 100000
  WHERE relkind = 'r' AND relnamespace = 'public'::REGNAMESPACE AND reltuples <> 100000`

/**
 * After it has analyzed the few existing values, by itself and at any time, it assumes that all are like
 * them.
 */
const FORGOTTEN = `
  DELETE FROM pg_statistic
  WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::REGNAMESPACE)`

/** An empty table has nothing to be read with an index. */
const EMPTY = `SELECT relname FROM pg_class WHERE relkind = 'r' AND pg_relation_size(oid) = 0`

const onThePostgres = async (): Promise<Place> => {
  const place = await onPostgres()
  const emptyTables = async (): Promise<ReadonlySet<string>> => {
    const { rows } = (await place.engine.knex.raw(EMPTY)) as {
      readonly rows: ReadonlyArray<{ readonly relname: string }>
    }
    return new Set(rows.map(({ relname }) => relname))
  }
  return {
    ...place,
    scansOf: async (statement) => {
      const sql = renderPostgres(statement)
      await place.engine.knex.raw(LARGE)
      await place.engine.knex.raw(FORGOTTEN)
      const empty = await emptyTables()
      return (await planOf(place.engine, statement, 'planned'))
        .filter((step) => readsWhole(step) && !empty.has(step['Relation Name'] ?? ''))
        .filter((step) => !mayBeScanned(step.Alias ?? '', sql))
        .map((step) => `${step.Alias} is read whole (${step['Node Type']}, ${step['Index Name']}): ${sql}`)
    },
  }
}

const describePlans = (name: string, open: () => Promise<Place>): void => {
  describe(`The statements of units and reads on ${name}`, () => {
    let place: Place
    let storage: Storage
    let inhabited: Inhabited
    before(async () => {
      place = await open()
      storage = await openAnyStorage(place.url)
      await right(storage.health.migrate())
      inhabited = await inhabit(storage)
    })
    after(async () => {
      await storage.close()
      await place.engine.close()
      await place.remove()
    })

    it('read no table whole', async () => {
      const { heard, statements } = listeningTo(place.engine)
      await useEverything(
        {
          units: unitStorage(heard),
          people: peopleStorage(heard),
          tenancy: tenancyStorage(heard),
          support: supportStorage(heard),
          approvals: approvalStorage(heard),
          prices: { ...priceVersions(heard), ...priceVolume(heard) },
          activity: activityStorage(heard),
          mails: mailStorage(heard),
          audit: auditStorage(heard),
          administration: administrationStorage(heard),
          switches: switchStorage(heard),
          bulks: bulkStorage(heard),
          flow: flowStorage(heard),
          overview: overviewStorage(heard),
          search: searchStorage(heard),
          ticketSearch: ticketSearchStorage(heard, 1),
          events: eventStorage(heard),
          webhooks: webhookStorage(heard),
          feed: feedStorage(heard),
          ...cookieSessionStorage(heard),
        },
        inhabited,
      )
      await useOtps(storage, { otp: otpStorage(heard) })
      await useConsent({ units: unitStorage(heard), consent: consentStorage(heard) })
      await useErasures({ units: unitStorage(heard), erasures: erasureStorage(heard) }, inhabited, storage)
      await useReplies({ units: unitStorage(heard), inbound: inboundStorage(heard) })
      expect(statements.length).to.be.greaterThan(60)
      const scans: string[] = []
      for (const statement of statements) scans.push(...(await place.scansOf(statement)))
      expect(scans).to.deep.equal([])
    })
  })
}

describePlans('SQLite', onSqlite)
describePlans('MariaDB', onMariadb)
describePlans('PostgreSQL', onThePostgres)
