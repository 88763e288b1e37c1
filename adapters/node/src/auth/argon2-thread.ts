import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Options } from '@node-rs/argon2'

/** What a thread is asked: to hash a password, or to compare one with what was kept. */
export type Argon2Task =
  | { readonly _tag: 'Hash'; readonly password: string; readonly parameters: Options }
  | { readonly _tag: 'Verify'; readonly password: string; readonly kept: string }

/** What it answers: a PHC string, or whether they match; or why it could not. */
export type Argon2Answer = { readonly result: string | boolean } | { readonly error: unknown }

/** What a thread is told when it starts. */
export interface Argon2ThreadData {
  /** 0: the thread yields to nobody. */
  readonly niceness: number
}

const answerTo = (task: Argon2Task): Argon2Answer => {
  try {
    return task._tag === 'Hash'
      ? { result: hashSync(task.password, task.parameters) }
      : { result: verifySync(task.kept, task.password) }
  } catch (error) {
    return { error }
  }
}

const { niceness } = workerData as Argon2ThreadData
// On Linux this is the thread's own niceness, whatever its documentation says of processes.
if (niceness > 0) setPriority(niceness)
const port = parentPort
if (port === null) throw new Error('this file is run as a thread')
port.on('message', (task: Argon2Task) => port.postMessage(answerTo(task)))
