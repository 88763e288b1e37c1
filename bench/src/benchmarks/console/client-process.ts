import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { callChild } from '../child-calls.js'
import { owned } from '../interruption.js'
import type { OpenReading } from './console-client.js'
import type { DelaySummary } from './screen-delays.js'

/** Consoles to open, each with a session token. */
export interface OpenConsoles {
  readonly port: number
  readonly consoles: ReadonlyArray<{ readonly token: string; readonly readings: readonly OpenReading[] }>
}

/** The events of all consoles, and the delay from the commits to their screens. */
export interface ConsoleReport {
  readonly frames: number
  readonly bytes: number
  /** Changes whose path to the screens was measured. */
  readonly changes: number
  readonly tails: DelaySummary
  readonly readings: DelaySummary
  readonly gauges: DelaySummary
}

/** Consoles in their own process, so that their processor time can be measured separately. */
export interface ClientProcess {
  readonly pid: number
  open(consoles: OpenConsoles): Promise<void>
  /** Discards everything received so far. */
  forget(): Promise<void>
  /** Reports the events since then, for changes that were written before a given time. */
  report(untilMs: number): Promise<ConsoleReport>
  /**
   * Searches messages by each of the texts, all of which must be found, and returns the milliseconds of each
   * search.
   */
  findEach(texts: readonly string[]): Promise<readonly number[]>
  close(): Promise<void>
  stop(): Promise<void>
}

const CLIENTS = fileURLToPath(new URL('./clients.js', import.meta.url))

/** Starts the process without consoles. */
export const startClients = (): ClientProcess => {
  const child = owned(
    fork(CLIENTS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' }),
  )
  return {
    pid: child.pid ?? 0,
    open: (consoles) => callChild(child, 'open', consoles),
    forget: () => callChild(child, 'forget'),
    report: (untilMs) => callChild(child, 'report', { untilMs }),
    findEach: (texts) => callChild(child, 'findEach', { texts }),
    close: () => callChild(child, 'close'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
