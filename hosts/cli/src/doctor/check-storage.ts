import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { StorageHealth } from '@postrider/core/ports/storage/health-storage'
import type { Composition } from '@postrider/wiring/compose'
import { isEmbedded, type Settings } from '@postrider/wiring/settings'
import { fine, type Finding, wrong } from './finding.js'

const ANSWER_WITHIN_MS = 10 * SECOND_MS

interface Engine {
  readonly name: string
  readonly durabilityAdvice: string
}

const SQLITE: Engine = {
  name: 'SQLite',
  durabilityAdvice:
    'The file was made by something else, or lies on a file system without locks: use a local disk.',
}
const MYSQL: Engine = {
  name: 'MySQL',
  durabilityAdvice: 'Set innodb_flush_log_at_trx_commit=1 and, with a binary log, sync_binlog=1.',
}
const POSTGRES: Engine = {
  name: 'PostgreSQL',
  durabilityAdvice: 'Set fsync, full_page_writes and synchronous_commit to on.',
}

const engineOf = (settings: Settings): Engine => {
  if (isEmbedded(settings)) return SQLITE
  return settings.storageUrl.startsWith('postgres:') ? POSTGRES : MYSQL
}

const migrationsFinding = ({ pendingMigrations, newerMigrations, tooOld }: StorageHealth): Finding => {
  if (tooOld !== undefined) return wrong('migrations', tooOld)
  if (pendingMigrations.length > 0)
    return wrong('migrations', `not run: ${pendingMigrations.join(', ')}`, 'Run postrider migrate.')
  if (newerMigrations.length === 0) return fine('migrations', 'all have run')
  return fine(
    'migrations',
    `all have run; of a newer Postrider, beside which this one may run: ${newerMigrations.join(', ')}`,
  )
}

/** Whether the database answers, is migrated, and keeps what it acknowledged. */
export const checkStorage = async ({ settings, ports }: Composition): Promise<readonly Finding[]> => {
  const engine = engineOf(settings)
  const health = await ports.storage.health.check(ANSWER_WITHIN_MS)()
  if (E.isLeft(health))
    return [
      wrong(
        'storage',
        `${engine.name} does not answer: ${health.left.cause}`,
        'Check POSTRIDER_STORAGE_URL and that the database runs.',
      ),
    ]
  const { server, durabilityGaps, heldBecause } = health.right
  return [
    fine('storage', `${server} answers`),
    migrationsFinding(health.right),
    durabilityGaps.length === 0
      ? fine('durability', 'an acknowledged write survives a power cut')
      : wrong('durability', durabilityGaps.join('; '), engine.durabilityAdvice),
    heldBecause === undefined
      ? fine('restore', 'the database is the one that was seen before')
      : wrong(
          'restore',
          `the database is held: ${heldBecause}`,
          'Look at docs/backup-and-restore.md; then postrider restore release.',
        ),
  ]
}
