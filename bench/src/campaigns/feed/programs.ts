import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Programs that run until they are killed, and are then replaced. */
export interface Programs {
  /** Kills the next one like a power loss, and starts another in its place. */
  killNext(): Promise<void>
  /** Kills all of them. */
  end(): Promise<void>
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Starts this number of one of this folder's programs. */
export const startPrograms = (
  name: 'feed-writer' | 'feed-sequencer',
  count: number,
  args: readonly string[],
): Programs => {
  const file = fileURLToPath(new URL(`${name}.js`, import.meta.url))
  const start = (): ChildProcess => spawn(process.execPath, [file, ...args], { stdio: 'ignore' })
  const running = Array.from({ length: count }, start)
  return {
    killNext: async () => {
      const first = running.shift()
      running.push(start())
      if (first !== undefined) await kill(first)
    },
    end: async () => {
      await Promise.all(running.splice(0).map(kill))
    },
  }
}
