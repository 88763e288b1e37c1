import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answers, AttackOrder } from './attack.js'

const ATTACKER = fileURLToPath(new URL('./attacker.js', import.meta.url))

/** An attacker who is ready. */
export interface Attacker {
  begin(): void
  /** What it has been answered so far. */
  answers(): Promise<Answers>
  /** Ends it, and with it all its connections. */
  end(): Promise<void>
}

/** Makes an attacker, in a process of its own that ends with this one. */
export const readyAttacker = async (order: AttackOrder): Promise<Attacker> => {
  const child = fork(ATTACKER, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([once(child, 'message'), ended])
  return {
    begin: () => void child.send('begin'),
    answers: async () => {
      child.send('count')
      const [answers] = (await once(child, 'message')) as [Answers]
      return answers
    },
    end: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
