import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { callChild } from './child-calls.js'
import { owned } from './interruption.js'

/** What an SMSC was handed, and when by its own stopwatch; how many of its receipts were taken; how long it took on average. */
export interface SmscCount {
  readonly submittedAtMs: readonly number[]
  readonly reported: number
  readonly latencyMs: number
}

/** An SMSC in a process of its own. */
export interface BenchSmsc {
  readonly port: number
  taken(): Promise<SmscCount>
  /** Has it report once more about all that it reported about. */
  again(): Promise<void>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./smsc-process.js', import.meta.url))

const listening = async (child: ChildProcess): Promise<number> => {
  const [message] = (await once(child, 'message')) as [{ readonly listening: number }]
  return message.listening
}

/** Starts one that takes so long for each text. */
export const startBenchSmsc = async (latencyMs: number): Promise<BenchSmsc> => {
  const child = owned(fork(program, [`${latencyMs}`], { serialization: 'advanced' }))
  const ended = once(child, 'exit')
  return {
    port: await listening(child),
    taken: () => callChild(child, 'taken'),
    again: () => callChild(child, 'again'),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
