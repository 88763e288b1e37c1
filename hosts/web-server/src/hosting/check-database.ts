import { refusedRisks, riskSentence } from '@postrider/core/platform/domain/installation/storage-risk'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { HealthStorage } from '@postrider/core/platform/ports/health-storage'

/** A reason why a process can't work on this database. */
export type DatabaseProblem =
  | { readonly _tag: 'Unreachable'; readonly sentence: string }
  | { readonly _tag: 'Unfit'; readonly sentence: string }

/**
 * Longer than usual, because processes and commands are often started while everything is slow and somebody
 * investigates.
 */
const ANSWER_WITHIN_MS = 10 * SECOND_MS

/**
 * Checks that the database responds, is usable with this version of the program, is migrated and durable
 * (docs/promises#durability).
 */
export const checkDatabase = async (storage: {
  readonly health: HealthStorage
}): Promise<DatabaseProblem | undefined> => {
  const health = await storage.health.check(ANSWER_WITHIN_MS)()
  if (E.isLeft(health))
    return { _tag: 'Unreachable', sentence: `storage cannot be reached: ${health.left.cause}` }
  const { pendingMigrations, tooOld } = health.right
  if (tooOld !== undefined) return { _tag: 'Unfit', sentence: tooOld }
  if (pendingMigrations.length > 0) {
    const names = pendingMigrations.join(', ')
    return { _tag: 'Unfit', sentence: `the database is not migrated (${names}): run postrider migrate` }
  }
  const refused = refusedRisks(health.right)
  if (refused.length === 0) return undefined
  const risks = refused.map(riskSentence).join(' ')
  return { _tag: 'Unfit', sentence: `the database can lose acknowledged writes: ${risks}` }
}
