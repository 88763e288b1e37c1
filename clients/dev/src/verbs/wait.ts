import type { Message, Postrider } from '@postrider/client'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'

/** Whether a command line waits, for what, and how long at most. */
export interface WaitChoice {
  readonly wait?: string | true
  readonly timeout: string
}

const SECOND_MS = 1_000

/** Ends that nobody sends for. */
const LOST: ReadonlySet<string> = new Set(['FAILED', 'UNDELIVERED', 'EXPIRED', 'CANCELLED'])

/** A whole number of the command line, at least 1. */
export const countOf = (flag: string, text: string): number => {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw usageError(`${flag} must be a whole number of at least 1.`)
}

/** Waits until the message has come to its end, or to the state that was asked for. */
export const waited = (
  { terminal }: Verb,
  { messages }: Postrider,
  messageId: string,
  { wait = true, timeout }: WaitChoice,
): Promise<Message> => {
  const timeoutMs = countOf('--timeout', timeout) * SECOND_MS
  const until = wait === true ? 'final' : wait
  return withProgress(
    terminal.words,
    () => `waiting for ${messageId}`,
    () => messages.waitFor(messageId, { until, timeoutMs, signal: terminal.signal }),
  )
}

/** What the shell is told of a message that was waited for. */
export const exitCodeOfMessage = ({ state }: Message): ExitCode => (LOST.has(state) ? EXIT.failed : EXIT.ok)
