import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import { logStorageRisks } from '@postrider/web-server/hosting/log-storage-risks'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { Settings } from '@postrider/wiring/settings'
import type { CommandFailure } from '@postrider/command/exit-code'
import { EXIT, failure } from '@postrider/command/exit-code'
import { claimKeyOrFail } from '@postrider/command/hosts/claim-key-or-fail'
import { migrateEmbedded } from '@postrider/command/hosts/migrate-embedded'
import { openComposition } from '@postrider/command/hosts/open-composition'
import { type HostsPlan, startHosts } from '@postrider/command/hosts/running-hosts'
import { listenForSignals, type Signals } from '@postrider/command/hosts/signals'
import type { ParentLink } from '../workers/parent-link.js'

/** A process and its hosts. */
export interface ServePlan extends HostsPlan {
  /** Whether an embedded database is migrated first. */
  readonly migrates: boolean
}

/** If the database takes longer, the process starts anyway and readiness reports it. */
const ANSWER_WITHIN_MS = 10 * SECOND_MS

const warn = async ({ settings, ports, log }: Composition): Promise<void> => {
  if (settings.unknown.length > 0) log.warn({ settings: settings.unknown }, 'unknown settings ignored')
  const problem = await checkDatabase(ports.storage)
  if (problem !== undefined) {
    log.error({}, `not ready: ${problem.sentence}`)
    return
  }
  const accounts = await ports.storage.ledger.accounts(undefined, 1)()
  if (E.isRight(accounts) && accounts.right.length === 0)
    log.info({}, 'no Organization yet: create the first one with postrider setup')
}

const serveUntil = async (
  signals: Signals,
  composition: Composition,
  plan: ServePlan,
  link: ParentLink | undefined,
): Promise<E.Either<CommandFailure, number>> => {
  const health = await composition.ports.storage.health.check(ANSWER_WITHIN_MS)()
  if (E.isRight(health)) {
    if (health.right.tooOld !== undefined)
      return E.left(failure(`postrider cannot start: ${health.right.tooOld}`))
    composition.log.info({ database: health.right.server }, 'database connected')
    logStorageRisks(composition.log, health.right)
  }
  const migrated = plan.migrates ? await migrateEmbedded(composition) : E.right(undefined)
  if (E.isLeft(migrated)) return migrated
  const isEnded = signals.first.then(() => undefined)
  const claimed = await Promise.race([claimKeyOrFail(composition), isEnded])
  if (claimed === undefined) return E.right(EXIT.ok)
  if (E.isLeft(claimed)) return claimed
  const starting = startHosts(composition, plan, link?.openOperations)
  const running = await Promise.race([starting, isEnded])
  if (running === undefined) return E.right(EXIT.ok)
  if (E.isLeft(running)) return running
  link?.serving()
  await warn(composition)
  const signal = await signals.first
  composition.log.info({ signal }, 'draining')
  void signals.hurried.then(running.right.hurry)
  await running.right.stop(signals.isReplaced())
  await link?.homes.close()
  await link?.sayLast()
  composition.log.info({}, 'stopped')
  return E.right(EXIT.ok)
}

/**
 * Runs hosts until a signal, or the parent of a worker, requests their end, then drains them. The exit code is
 * 0 within 20 s (docs/api/running#shutdown).
 */
export const serve = async (
  environment: ProcessEnvironment,
  settings: Settings,
  plan: ServePlan,
  link: ParentLink | undefined,
): Promise<E.Either<CommandFailure, number>> => {
  const signals = link?.signals ?? listenForSignals(environment)
  const opened = await openComposition(
    settings,
    link === undefined ? {} : { worker: link.number, homes: link.homes },
  )
  if (E.isLeft(opened)) return opened
  try {
    return await serveUntil(signals, opened.right, plan, link)
  } finally {
    await opened.right.close()
  }
}
