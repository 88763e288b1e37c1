import { fileURLToPath } from 'node:url'
import { callChild } from '../child-calls.js'
import { startReadyChild } from '../ready-child.js'
import type { Variant } from '../variant.js'
import type { ChangedTenant } from './catalog-changes.js'

/** What became of changes at a steady rate. */
export interface ChangesMade {
  /** Changes that were committed, for each second. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Why changes failed. */
  readonly failures: readonly string[]
}

/** A process that works on the database of a server while that one is loaded. */
export interface Companion {
  /** Prepares these Organizations for changes. */
  prepare(tenants: readonly ChangedTenant[]): Promise<void>
  /** Makes changes in some of them. */
  startChanges(perSecond: number, tenants: readonly ChangedTenant[]): Promise<void>
  endChanges(): Promise<ChangesMade>
  /** Purges as a dispatcher does, idempotency keys as soon as they have this age. */
  startPurge(keptForMs: number): Promise<void>
  endPurge(): Promise<void>
  /** Runs an operation as a platform admin, so many times one after the other; how long each took, in milliseconds. */
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
