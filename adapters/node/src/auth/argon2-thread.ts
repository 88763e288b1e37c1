import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Options } from '@node-rs/argon2'

/** A task for a thread: to hash a password, or to compare one with a stored hash. */
export type Argon2Task =
  | { readonly _tag: 'Hash'; readonly password: string; readonly parameters: Options }
  | { readonly _tag: 'Verify'; readonly password: string; readonly kept: string }

/** The result: a PHC string, whether they match, or the error. */
export type Argon2Answer = { readonly result: string | boolean } | { readonly error: unknown }

/** The start parameters of a thread. */
export interface Argon2ThreadData {
  /** 0: normal priority. */
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
// On Linux this sets the thread's own niceness, although its documentation mentions only processes.
if (niceness > 0) setPriority(niceness)
const port = parentPort
if (port === null) throw new Error('this file is run as a thread')
port.on('message', (task: Argon2Task) => port.postMessage(answerTo(task)))
