import { fileURLToPath } from 'node:url'
import { callChild } from '../child-calls.js'
import { startReadyChild } from '../ready-child.js'
import type { BenchTenant } from '../requests.js'
import type { BareVariant } from './bare-variant.js'
import type { InsertResult } from './insert-alone.js'

/** A bare server in its own process. */
export interface BareProcess {
  readonly port: number
  readonly pid: number
  readonly tenants: readonly BenchTenant[]
  /** Its inserts without HTTP. */
  insert(plan: { readonly writers: number; readonly forMs: number }): Promise<InsertResult>
  /** Settles everything in the outbox, and returns the number of messages. */
  settle(): Promise<number>
  stop(): Promise<void>
}

const BARE = fileURLToPath(new URL('./bare-server.js', import.meta.url))

/** Requests that wait for a commit outlive a small young generation, and would be copied repeatedly. */
const RUNTIME = ['--max-semi-space-size=32']

/** Starts a server, and waits until it responds. */
export const startBare = async (variant: BareVariant): Promise<BareProcess> => {
  const { child, pid, ready, stop } = await startReadyChild<Pick<BareProcess, 'port' | 'tenants'>>(
    BARE,
    variant,
    RUNTIME,
  )
  return {
    ...ready,
    pid,
    insert: (plan) => callChild(child, 'insert', plan),
    settle: () => callChild(child, 'settle'),
    stop,
  }
}
