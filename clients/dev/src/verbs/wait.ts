import type { Message, Postrider } from '@postrider/client'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'

/** Whether the command waits, for which state, and how long at most. */
export interface WaitChoice {
  readonly wait?: string | true
  readonly timeout: string
}

const SECOND_MS = 1_000

/** Final states without delivery. */
const LOST: ReadonlySet<string> = new Set(['FAILED', 'UNDELIVERED', 'EXPIRED', 'CANCELLED'])

/** A whole number of the command line, at least 1. */
export const countOf = (flag: string, text: string): number => {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw usageError(`${flag} must be a whole number of at least 1.`)
}

/** Waits until the message is final, or in the requested state. */
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

/** The exit code for a message that was waited for. */
export const exitCodeOfMessage = ({ state }: Message): ExitCode => (LOST.has(state) ? EXIT.failed : EXIT.ok)
