import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { Argon2Answer, Argon2Task, Argon2ThreadData } from './argon2-thread.js'

/** Hashes passwords to PHC strings and compares passwords with them. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(kept: string, password: string): Promise<boolean>
}

/** An idle thread ends by itself, so nothing has to be closed. */
const IDLE_MS = 10_000

/**
 * On Linux a thread has a niceness of its own; elsewhere this would lower the priority of the whole process.
 */
const NICENESS = process.platform === 'linux' ? 10 : 0

/** A thread that does one task at a time. */
interface Thread {
  isAlive(): boolean
  /** Rejects if the task fails, or the thread ends before it is done. */
  ask(task: Argon2Task): Promise<string | boolean>
  /** Ends the thread unless it soon gets another task; it doesn't keep the process alive. */
  rest(): void
}

const startThread = (): Thread => {
  const workerData: Argon2ThreadData = { niceness: NICENESS }
  // The thread doesn't inherit the process's options, such as a program on the command line.
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

/**
 * Runs tasks in at most this many threads; the most recently used one is used first, so that the others may
 * end.
 */
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
 * Argon2 in separate threads with low priority, so that sign-ins don't slow down sends
 * (docs/promises#password-hashing). A thread is started when it is needed.
 */
export const argon2Threads = (parameters: Options, threads: number): PasswordHasher => {
  const run = threadPool(threads)
  return {
    hash: async (password) => String(await run({ _tag: 'Hash', password, parameters })),
    verify: async (kept, password) => (await run({ _tag: 'Verify', kept, password })) === true,
  }
}
