import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { callChild } from './child-calls.js'
import { owned } from './interruption.js'

/**
 * The messages that an SMSC received with times of its own clock, the number of its acknowledged delivery
 * reports, and its average latency.
 */
export interface SmscCount {
  readonly submittedAtMs: readonly number[]
  readonly reported: number
  readonly latencyMs: number
}

/** An SMSC in its own process. */
export interface BenchSmsc {
  readonly port: number
  taken(): Promise<SmscCount>
  /** Repeats all of its delivery reports once. */
  again(): Promise<void>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./smsc-process.js', import.meta.url))

const listening = async (child: ChildProcess): Promise<number> => {
  const [message] = (await once(child, 'message')) as [{ readonly listening: number }]
  return message.listening
}

/** Starts an SMSC with this latency per message. */
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
