import { fileURLToPath } from 'node:url'
import type { BenchCallers } from './bench-people.js'
import { callChild } from './child-calls.js'
import { startReadyChild } from './ready-child.js'
import type { BenchTenant } from './requests.js'
import type { Variant } from './variant.js'

/** What a server says when it is ready. */
export interface Ready extends BenchCallers {
  readonly port: number
  readonly tenants: readonly BenchTenant[]
  readonly penniless: BenchTenant | undefined
  /** Where the tenants' provider account is called back; undefined where there are no tenants. */
  readonly callbackPath: string | undefined
  /** Tokens of sessions at the console. */
  readonly sessions: readonly string[]
}

/** What a process holds after everything was collected that can be. */
export interface HeldMemory {
  readonly residentBytes: number
  /** What is in use of its heap, and what that holds outside. */
  readonly liveBytes: number
}

/** A server of the benchmark, in a process of its own so that its processor time can be told. */
export interface ServerProcess extends Ready {
  readonly variant: Variant
  readonly pid: number
  memory(): Promise<HeldMemory>
  /** Nothing that was accepted is due any more. */
  emptyOutbox(): Promise<void>
  /** Has every message found by its recipient, whichever way it came into the database. */
  indexAnew(): Promise<void>
  stop(): Promise<void>
}

const SERVER = fileURLToPath(new URL('./server.js', import.meta.url))

/** Starts a server, of this tree unless another's compiled entry is given, and waits until it answers. */
export const startServer = async (variant: Variant, entry: string = SERVER): Promise<ServerProcess> => {
  const { child, ready, pid, stop } = await startReadyChild<Ready>(entry, variant)
  return {
    ...ready,
    variant,
    pid,
    memory: () => callChild(child, 'memory'),
    emptyOutbox: () => callChild(child, 'emptyOutbox'),
    indexAnew: () => callChild(child, 'indexAnew'),
    stop,
  }
}
