import { type Driver, statement } from '@postrider/storage-sql/own-engine'

const askVersion = statement('SHOW server_version')
const askSettings = statement(`
  SELECT CURRENT_SETTING('fsync'), CURRENT_SETTING('full_page_writes'), CURRENT_SETTING('synchronous_commit'),
    CURRENT_SETTING('transaction_isolation')`)

/** Which server this is: `PostgreSQL 15.10`. */
export const postgresServerName = async (driver: Driver): Promise<string> => {
  const [rows] = await driver.read([askVersion()], 'each')
  return `PostgreSQL ${/^[\d.]+/.exec(String(rows?.[0]?.[0]))?.[0] ?? ''}`.trim()
}

/** Of these, a commit is acknowledged once it is on the disk here; the others wait for stand-bys besides. */
const FLUSHING: ReadonlySet<unknown> = new Set(['on', 'local', 'remote_write', 'remote_apply'])

/** What keeps an acknowledged commit of this server from surviving a power cut (docs/promises#durability). */
export const postgresDurabilityGaps = async (driver: Driver): Promise<readonly string[]> => {
  const [rows] = await driver.read([askSettings()], 'each')
  const [fsync, fullPageWrites, synchronousCommit, isolation] = rows?.[0] ?? []
  return [
    ...(fsync === 'on' ? [] : [`fsync is ${fsync}, not on`]),
    ...(fullPageWrites === 'on' ? [] : [`full_page_writes is ${fullPageWrites}, not on`]),
    ...(FLUSHING.has(synchronousCommit) ? [] : [`synchronous_commit is ${synchronousCommit}, not on`]),
    ...(isolation === 'read committed' ? [] : [`transactions are ${isolation}, not read committed`]),
  ]
}
