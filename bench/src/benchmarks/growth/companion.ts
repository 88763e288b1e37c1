import { fileURLToPath } from 'node:url'
import { callChild } from '../child-calls.js'
import { startReadyChild } from '../ready-child.js'
import type { Variant } from '../variant.js'
import type { ChangedTenant } from './catalog-changes.js'

/** The result of changes at a steady rate. */
export interface ChangesMade {
  /** Committed changes per second. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Why changes failed. */
  readonly failures: readonly string[]
}

/** A process that works on a server's database while that server is under load. */
export interface Companion {
  /** Prepares these organizations for changes. */
  prepare(tenants: readonly ChangedTenant[]): Promise<void>
  /** Makes changes in some of them. */
  startChanges(perSecond: number, tenants: readonly ChangedTenant[]): Promise<void>
  endChanges(): Promise<ChangesMade>
  /** Purges like a dispatcher, with this retention of idempotency keys. */
  startPurge(keptForMs: number): Promise<void>
  endPurge(): Promise<void>
  /**
   * Runs an operation as a super admin, this number of times one after another, and returns each duration
   * in milliseconds.
   */
  time(operation: string, body: object, times: number): Promise<readonly number[]>
  stop(): Promise<void>
}

const COMPANION = fileURLToPath(new URL('./companion-process.js', import.meta.url))

/** Starts a companion of the servers of a variant. */
export const startCompanion = async (variant: Variant): Promise<Companion> => {
  const { child, stop } = await startReadyChild(COMPANION, variant)
  return {
    prepare: (tenants) =>
      callChild(
        child,
        'prepare',
        tenants.map(({ organizationId, appId }) => ({ organizationId, appId })),
      ),
    startChanges: (perSecond, tenants) =>
      callChild(child, 'startChanges', {
        perSecond,
        organizationIds: tenants.map(({ organizationId }) => organizationId),
      }),
    endChanges: () => callChild(child, 'endChanges'),
    startPurge: (keptForMs) => callChild(child, 'startPurge', { keptForMs }),
    time: (operation, body, times) => callChild(child, 'time', { operation, body, times }),
    endPurge: () => callChild(child, 'endPurge'),
    stop,
  }
}
