import {
  losingRisk,
  mildRisk,
  type StorageRisk,
} from '@postrider/core/platform/domain/installation/storage-risk'
import { type Driver, type Rows, statement } from '@postrider/storage-sql/own-engine'

const askSettings = statement(`
  SELECT CURRENT_SETTING('fsync'), CURRENT_SETTING('full_page_writes'), CURRENT_SETTING('synchronous_commit'),
    CURRENT_SETTING('transaction_isolation'), CURRENT_SETTING('data_sync_retry'),
    CURRENT_SETTING('synchronous_standby_names')`)

/**
 * Standbys that follow this server, except backups, log archivers and readers of logical changes. Users
 * without pg_monitor see the rows with empty columns.
 */
const askStandbys = statement(`
  SELECT r.sync_state FROM pg_stat_replication r
  WHERE r.state IS DISTINCT FROM 'backup' AND COALESCE(r.application_name, '') NOT LIKE '%receive%wal%'
    AND NOT EXISTS (SELECT 1 FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')`)

const askUnlogged = statement(`
  SELECT c.relname FROM pg_class c
  WHERE c.relpersistence = 'u' AND c.relkind = 'r' AND c.relnamespace = CURRENT_SCHEMA()::REGNAMESPACE
  ORDER BY c.relname`)

/**
 * With each of these a commit is on this server's disk before it is acknowledged; some also wait for
 * standbys.
 */
const FLUSHING: ReadonlySet<unknown> = new Set(['on', 'local', 'remote_write', 'remote_apply'])

interface ServerSettings {
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  readonly isolation: string
  readonly dataSyncRetry: string
  readonly synchronousStandbys: string
}

const settingsIn = (rows: Rows | undefined): ServerSettings => {
  const [
    fsync = '',
    fullPageWrites = '',
    synchronousCommit = '',
    isolation = '',
    dataSyncRetry = '',
    synchronousStandbys = '',
  ] = (rows?.[0] ?? []).map(String)
  return { fsync, fullPageWrites, synchronousCommit, isolation, dataSyncRetry, synchronousStandbys }
}

const flushRisks = (settings: ServerSettings): readonly StorageRisk[] => [
  ...(settings.fsync === 'on'
    ? []
    : [losingRisk(`fsync is ${settings.fsync}, so a power cut destroys the database`, 'Set fsync=on.')]),
  ...(settings.fullPageWrites === 'on'
    ? []
    : [
        losingRisk(
          `full_page_writes is ${settings.fullPageWrites}, so a power cut can leave pages written in part`,
          'Set full_page_writes=on.',
        ),
      ]),
  ...(FLUSHING.has(settings.synchronousCommit)
    ? []
    : [
        losingRisk(
          `synchronous_commit is ${settings.synchronousCommit}, so a crash loses acknowledged writes`,
          'Set synchronous_commit=on.',
        ),
      ]),
  ...(settings.dataSyncRetry === 'off'
    ? []
    : [
        losingRisk(
          `data_sync_retry is ${settings.dataSyncRetry}, so writes that the disk failed to take can be lost`,
          'Set data_sync_retry=off.',
        ),
      ]),
  ...(settings.isolation === 'read committed'
    ? []
    : [
        losingRisk(
          `transactions are ${settings.isolation}, not read committed`,
          'Let Postrider set default_transaction_isolation: a proxy changes it.',
        ),
      ]),
]

/** The number of tables that are named; the others are only counted. */
const NAMED = 5

const tableRisks = (unlogged: readonly string[]): readonly StorageRisk[] => {
  if (unlogged.length === 0) return []
  const named = unlogged.slice(0, NAMED)
  const others = unlogged.length - named.length
  const list = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ')
  const statements = named.map((name) => `ALTER TABLE ${name} SET LOGGED;`).join(' ')
  return [losingRisk(`a crash empties unlogged tables: ${list}`, `Run: ${statements}`)]
}

/**
 * Standbys that may lack acknowledged writes. They lose writes if the storage address lists several servers,
 * because one of them can then be promoted; otherwise they are a warning.
 */
const standbyRisks = (
  { synchronousStandbys, synchronousCommit }: ServerSettings,
  states: readonly unknown[],
  addresses: number,
): readonly StorageRisk[] => {
  const standbys = states.length === 1 ? '1 standby' : `${states.length} standbys`
  const make = addresses > 1 ? losingRisk : mildRisk
  const otherwise =
    addresses > 1
      ? 'Otherwise list one server in POSTRIDER_STORAGE_URL, and promote no standby.'
      : 'Until then, promote no standby.'
  if (states.length === 0) return []
  if (synchronousStandbys === '')
    return [
      make(
        `replication to ${standbys} is asynchronous, so a promoted standby lacks the last acknowledged writes`,
        `Set synchronous_standby_names, for example to 'ANY 1 (*)'. ${otherwise}`,
      ),
    ]
  if (synchronousCommit === 'local')
    return [
      make(
        `synchronous_commit is local, so commits don't wait for a standby`,
        `Set synchronous_commit=on. ${otherwise}`,
      ),
    ]
  const late = states.filter((state) => state === 'async').length
  return late === 0
    ? []
    : [
        mildRisk(
          `${late} of ${standbys} replicate asynchronously and can lack the last acknowledged writes`,
          'Promote only synchronous standbys, or list all of them in synchronous_standby_names.',
        ),
      ]
}

/**
 * Finds unsafe settings of a PostgreSQL server, its standbys and its tables (docs/promises#durability).
 * `addresses` is the number of servers in the storage address.
 */
export const findPostgresRisks = async (
  driver: Pick<Driver, 'read'>,
  addresses: number,
): Promise<readonly StorageRisk[]> => {
  const [found, standbys = [], unlogged = []] = await driver.read(
    [askSettings(), askStandbys(), askUnlogged()],
    'each',
  )
  const settings = settingsIn(found)
  return [
    ...flushRisks(settings),
    ...tableRisks(unlogged.map(([name]) => String(name))),
    ...standbyRisks(
      settings,
      standbys.map(([state]) => state),
      addresses,
    ),
  ]
}
