import type { Options } from '@node-rs/argon2'
import { Piscina } from 'piscina'
import type * as thread from './argon2-thread.js'

/** What a thread can be asked for, by the name of its function. */
type Skills = typeof thread
type Task<N extends keyof Skills> = Parameters<Skills[N]>[0]

/** How a password becomes a PHC string and is compared with one. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(kept: string, password: string): Promise<boolean>
}

/** A thread that nobody needs ends by itself: nothing has to be closed. */
const IDLE_MS = 10_000

/** On Linux a thread has a niceness of its own; elsewhere it would be the whole process that yields. */
const YIELDS = process.platform === 'linux' ? 10 : 0

/**
 * Argon2 in threads of their own, which yield to everything else that wants the processor: who signs in takes what
 * sends leave over (docs/promises#password-hashing). A thread is started when it is needed.
 */
export const argon2Threads = (parameters: Options, threads: number): Hashing => {
  const pool = new Piscina<Task<keyof Skills>>({
    filename: new URL('./argon2-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    niceIncrement: YIELDS,
  })
  const ask = <N extends keyof Skills>(name: N, task: Task<N>) =>
    pool.run(task, { name }) as Promise<ReturnType<Skills[N]>>
  return {
    hash: (password) => ask('hash', { password, parameters }),
    verify: (kept, password) => ask('verify', { kept, password }),
  }
}
