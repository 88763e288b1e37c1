import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { isEmbedded } from '@postrider/wiring/settings'
import { fine, type Finding, wrong } from './finding.js'

const durabilityAdvice = (embedded: boolean): string =>
  embedded
    ? 'The file was made by something else, or lies on a file system without locks: use a local disk.'
    : 'Set innodb_flush_log_at_trx_commit=1 and, with a binary log, sync_binlog=1.'

/** Whether the database answers, is migrated, and keeps what it acknowledged. */
export const checkStorage = async ({ settings, ports }: Composition): Promise<readonly Finding[]> => {
  const embedded = isEmbedded(settings)
  const kind = embedded ? 'SQLite' : 'MySQL'
  const health = await ports.storage.health.check()()
  if (E.isLeft(health))
    return [
      wrong(
        'storage',
        `${kind} does not answer: ${health.left.cause}`,
        'Check POSTRIDER_STORAGE_URL and that the database runs.',
      ),
    ]
  const { pendingMigrations, durabilityGaps } = health.right
  return [
    fine('storage', `${kind} answers`),
    pendingMigrations.length === 0
      ? fine('migrations', 'all have run')
      : wrong('migrations', `not run: ${pendingMigrations.join(', ')}`, 'Run postrider migrate.'),
    durabilityGaps.length === 0
      ? fine('durability', 'an acknowledged write survives a power cut')
      : wrong('durability', durabilityGaps.join('; '), durabilityAdvice(embedded)),
  ]
}
