import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { Argon2Answer, Argon2Task, Argon2ThreadData } from './argon2-thread.js'

/** How a password becomes a PHC string and is compared with one. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(kept: string, password: string): Promise<boolean>
}

/** A thread that nobody needs ends by itself: nothing has to be closed. */
const IDLE_MS = 10_000

/** On Linux a thread has a niceness of its own; elsewhere it would be the whole process that yields. */
const NICENESS = process.platform === 'linux' ? 10 : 0

/** A thread that does one task at a time. */
interface Thread {
  isAlive(): boolean
  /** Rejects where the task fails, or the thread ends before it is done. */
  ask(task: Argon2Task): Promise<string | boolean>
  /** Ends the thread unless it is asked before long; a process that has nothing else to do does not wait for it. */
  rest(): void
}

const startThread = (): Thread => {
  const workerData: Argon2ThreadData = { niceness: NICENESS }
  // What the process was started with, a program on the command line perhaps, is not the thread's.
  const options = { workerData, execArgv: [] }
  const worker = new Worker(new URL('./argon2-thread.js', import.meta.url), options)
  let isAlive = true
  let onAnswer: ((answer: Argon2Answer) => void) | undefined
  let resting: NodeJS.Timeout | undefined
  const end = (error: unknown): void => {
    isAlive = false
    onAnswer?.({ error })
  }
  worker.on('message', (answer: Argon2Answer) => onAnswer?.(answer))
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`a thread for passwords ended by itself (${code})`)))
  return {
    isAlive: () => isAlive,
    ask: async (task) => {
      clearTimeout(resting)
      worker.ref()
      const answer = await new Promise<Argon2Answer>((resolve) => {
        onAnswer = resolve
        worker.postMessage(task, [])
      })
      if ('error' in answer) throw answer.error
      return answer.result
    },
    rest: () => {
      worker.unref()
      resting = setTimeout(() => {
        isAlive = false
        void worker.terminate()
      }, IDLE_MS).unref()
    },
  }
}

/** Runs tasks in so many threads at the most; the one that rested last is asked first, so that the others may end. */
const threadPool = (threads: number): Thread['ask'] => {
  const permits = semaphore(threads)
  let resting: readonly Thread[] = []
  return async (task) => {
    await new Promise<void>((resolve) => permits.acquire(undefined, resolve))
    const alive = resting.filter((thread) => thread.isAlive())
    const thread = alive.at(-1) ?? startThread()
    resting = alive.slice(0, -1)
    try {
      return await thread.ask(task)
    } finally {
      thread.rest()
      resting = [...resting, thread]
      permits.release()
    }
  }
}

/**
 * Argon2 in threads of their own, which yield to everything else that wants the processor: who signs in takes what
 * sends leave over (docs/promises#password-hashing). A thread is started when it is needed.
 */
export const argon2Threads = (parameters: Options, threads: number): PasswordHasher => {
  const run = threadPool(threads)
  return {
    hash: async (password) => String(await run({ _tag: 'Hash', password, parameters })),
    verify: async (kept, password) => (await run({ _tag: 'Verify', kept, password })) === true,
  }
}
