import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BenchCallers } from './bench-people.js'
import { callChild } from './child-calls.js'
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

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('the server has no output')
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      if (line.startsWith('{"port"')) resolve(line)
    })
    child.once('exit', (code) => reject(new Error(`a bench server ended with ${code} before it was ready`)))
  })

/** Starts a server, of this tree unless another's compiled entry is given, and waits until it answers. */
export const startServer = async (variant: Variant, entry: string = SERVER): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['--expose-gc', entry, JSON.stringify(variant)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = JSON.parse(await firstLine(child)) as Ready
  return {
    ...ready,
    variant,
    pid: child.pid ?? 0,
    memory: () => callChild(child, 'memory'),
    emptyOutbox: () => callChild(child, 'emptyOutbox'),
    indexAnew: () => callChild(child, 'indexAnew'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
