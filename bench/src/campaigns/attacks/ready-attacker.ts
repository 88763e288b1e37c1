import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answers, AttackOrder } from './attack.js'

const ATTACKER = fileURLToPath(new URL('./attacker.js', import.meta.url))

/** An attacker that is ready. */
export interface Attacker {
  begin(): void
  /** Its responses so far. */
  answers(): Promise<Answers>
  /** Kills it, which closes all its connections. */
  end(): Promise<void>
}

/** Starts an attacker in its own process, which ends with this one. */
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
