import { refusedRisks } from '@postrider/core/domain/installation/storage-risk'
import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { StorageHealth } from '@postrider/core/ports/storage/health-storage'
import type { Composition } from '@postrider/wiring/compose'
import { engineOf } from '@postrider/wiring/settings'
import { fine, type Finding, warning, wrong } from './finding.js'

const ANSWER_WITHIN_MS = 10 * SECOND_MS

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

/** A line for each risk; one that loses acknowledged writes is wrong unless the administrator allows it. */
const durabilityFindings = (health: StorageHealth): readonly Finding[] => {
  if (health.risks.length === 0) return [fine('durability', 'an acknowledged write survives a power cut')]
  const refused = refusedRisks(health)
  return health.risks.map((risk) => {
    if (refused.includes(risk)) return wrong('durability', risk.problem, risk.fix)
    const allowed = risk.losesWrites ? ' (allowed by POSTRIDER_ALLOW_UNSAFE_STORAGE)' : ''
    return warning('durability', `${risk.problem}${allowed}`, risk.fix)
  })
}

/** Whether the database answers, is migrated, and keeps what it acknowledged. */
export const checkStorage = async ({ settings, ports }: Composition): Promise<readonly Finding[]> => {
  const health = await ports.storage.health.check(ANSWER_WITHIN_MS)()
  if (E.isLeft(health))
    return [
      wrong(
        'storage',
        `${engineOf(settings)} does not answer: ${health.left.cause}`,
        'Check POSTRIDER_STORAGE_URL and that the database runs.',
      ),
    ]
  const { server, heldBecause } = health.right
  return [
    fine('storage', `${server} answers`),
    migrationsFinding(health.right),
    ...durabilityFindings(health.right),
    heldBecause === undefined
      ? fine('restore', 'the database is the one that was seen before')
      : wrong(
          'restore',
          `the database is held: ${heldBecause}`,
          'Look at docs/backup-and-restore.md; then postrider restore release.',
        ),
  ]
}
