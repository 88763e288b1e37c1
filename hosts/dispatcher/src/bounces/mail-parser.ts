import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { ReportTexts } from './read-returned-mail.js'

/** Parses emails, one after another, isolated from the rest of the process. */
export interface ParsingThread {
  /** The machine-readable texts. Rejects if the email takes too long, or the thread ends. */
  parse(mail: Buffer): Promise<ReportTexts>
  close(): Promise<void>
}

/** A thousand times as long as a report takes. */
const PARSE_WITHIN_MS = 2_000
const START_WITHIN_MS = 15_000

/** A hostile email must not use up the memory of the process either. */
const RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** Resolves with the next message of a thread; rejects if it ends, or takes too long. */
const nextMessage = async (worker: Worker, withinMs: number): Promise<unknown> => {
  const over = new AbortController()
  const { signal } = over
  const ended = async (): Promise<never> => {
    await once(worker, 'exit', { signal })
    throw new Error('the thread that parses emails has exited')
  }
  const late = async (): Promise<never> => {
    await pause(withinMs, undefined, { signal })
    throw new Error('an email took too long to parse')
  }
  try {
    // An error of the thread rejects the first of them.
    const [message] = (await Promise.race([once(worker, 'message', { signal }), ended(), late()])) as [
      unknown,
    ]
    return message
  } finally {
    over.abort()
  }
}

/**
 * Parses emails in a thread that starts with the first one. An email that takes too long ends the thread, and
 * the next email starts another (docs/promises#returned-emails).
 */
export const createMailParser = (parseWithinMs: number = PARSE_WITHIN_MS): ParsingThread => {
  const turn = semaphore(1)
  let worker: Worker | undefined

  const started = async (): Promise<Worker> => {
    if (worker !== undefined) return worker
    const url = new URL('./parsing-thread.js', import.meta.url)
    const next = new Worker(url, { execArgv: [], resourceLimits: RESOURCES })
    worker = next
    next.on('error', () => undefined)
    next.once('exit', () => {
      if (worker === next) worker = undefined
    })
    await nextMessage(next, START_WITHIN_MS)
    // A process that has nothing else to do doesn't wait for it.
    next.unref()
    return next
  }

  const end = async (): Promise<void> => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  return {
    parse: async (mail) => {
      await new Promise<void>((resolve) => turn.acquire(undefined, resolve))
      try {
        const thread = await started()
        // A copy: for a slice of a buffer, the whole buffer would be copied.
        thread.postMessage(new Uint8Array(mail), [])
        return (await nextMessage(thread, parseWithinMs)) as ReportTexts
      } catch (cause) {
        await end()
        throw cause
      } finally {
        turn.release()
      }
    },
    close: end,
  }
}
