import type { StorageRisk } from '@postrider/core/domain/installation/storage-risk'
import { type Driver, statement } from '@postrider/storage-sql/own-engine'

const askSettings = statement(`
  SELECT CURRENT_SETTING('fsync'), CURRENT_SETTING('full_page_writes'), CURRENT_SETTING('synchronous_commit'),
    CURRENT_SETTING('transaction_isolation')`)

/** Of these, a commit is acknowledged once it is on the disk here; the others wait for stand-bys besides. */
const FLUSHING: ReadonlySet<unknown> = new Set(['on', 'local', 'remote_write', 'remote_apply'])

const losing = (problem: string, fix: string): StorageRisk => ({ problem, fix, losesWrites: true })

/** What isn't safe about this server (docs/promises#durability). */
export const findPostgresRisks = async (driver: Driver): Promise<readonly StorageRisk[]> => {
  const [rows] = await driver.read([askSettings()], 'each')
  const [fsync, fullPageWrites, synchronousCommit, isolation] = rows?.[0] ?? []
  return [
    ...(fsync === 'on' ? [] : [losing(`fsync is ${fsync}`, 'Set fsync=on.')]),
    ...(fullPageWrites === 'on'
      ? []
      : [losing(`full_page_writes is ${fullPageWrites}`, 'Set full_page_writes=on.')]),
    ...(FLUSHING.has(synchronousCommit)
      ? []
      : [losing(`synchronous_commit is ${synchronousCommit}`, 'Set synchronous_commit=on.')]),
    ...(isolation === 'read committed'
      ? []
      : [losing(`transactions are ${isolation}`, "Set default_transaction_isolation='read committed'.")]),
  ]
}
