import { fileURLToPath } from 'node:url'
import type { BenchCallers } from './bench-people.js'
import { callChild } from './child-calls.js'
import { startReadyChild } from './ready-child.js'
import type { BenchTenant } from './requests.js'
import type { Variant } from './variant.js'

/** The message of a server that is ready. */
export interface Ready extends BenchCallers {
  readonly port: number
  readonly tenants: readonly BenchTenant[]
  readonly penniless: BenchTenant | undefined
  /** The callback path of the tenants' provider account; undefined without tenants. */
  readonly callbackPath: string | undefined
  /** Tokens of console sessions. */
  readonly sessions: readonly string[]
}

/** The memory of a process after a full garbage collection. */
export interface HeldMemory {
  readonly residentBytes: number
  /** The used heap, and the external memory that it references. */
  readonly liveBytes: number
}

/** A server of the benchmark in its own process, so that its processor time can be measured. */
export interface ServerProcess extends Ready {
  readonly variant: Variant
  readonly pid: number
  memory(): Promise<HeldMemory>
  /** Makes everything in the outbox not due. */
  emptyOutbox(): Promise<void>
  /** Indexes every message by its recipient, including copied ones. */
  indexAnew(): Promise<void>
  /** Adds webhook endpoints to the app of a tenant; they get the events after `deliveredTo`, by default new ones. */
  openEndpoints(tenant: number, urls: readonly string[], deliveredTo?: number): Promise<void>
  stop(): Promise<void>
}

const SERVER = fileURLToPath(new URL('./server.js', import.meta.url))

/** Starts a server, by default of this tree, and waits until it responds. */
export const startServer = async (variant: Variant, entry: string = SERVER): Promise<ServerProcess> => {
  const { child, ready, pid, stop } = await startReadyChild<Ready>(entry, variant)
  return {
    ...ready,
    variant,
    pid,
    memory: () => callChild(child, 'memory'),
    emptyOutbox: () => callChild(child, 'emptyOutbox'),
    indexAnew: () => callChild(child, 'indexAnew'),
    openEndpoints: (tenant, urls, deliveredTo) =>
      callChild(child, 'openEndpoints', { tenant, urls, deliveredTo }),
    stop,
  }
}
