import type { Postrider, TestMessage } from '@postrider/client'
import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode, exitCodeOf, usageError } from '../errors/exit-code.js'
import { linesOf } from '../errors/tell-error.js'
import { pauseUntil } from '../pause.js'
import type { Verb } from '../verb.js'
import { countOf } from './wait.js'

/** The options that select test messages. */
export interface InboxOptions {
  readonly recipient?: string
  readonly follow?: boolean
  readonly last: string
}

const COLUMNS = ['deliveredAt', 'channel', 'from', 'to', 'otp', 'subject', 'text', 'messageId']
const PERIOD_MS = 2_000
/** The number of newest messages per poll: the sandbox delivers out of order. */
const LOOKED_AT = 100
const PAGE = 100

/** The newest test messages, oldest first. */
const newestOf = async (
  client: Postrider,
  recipient: string | undefined,
  most: number,
  signal: AbortSignal,
): Promise<readonly TestMessage[]> => {
  const filter = { pageSize: Math.min(PAGE, most), ...(recipient === undefined ? {} : { to: recipient }) }
  const found: TestMessage[] = []
  if (most === 0) return found
  for await (const message of client.testMessages.list(filter, { signal })) {
    found.push(message)
    if (found.length === most) break
  }
  return found.reverse()
}

/** `inbox` */
export const inbox = async (verb: Verb, options: InboxOptions): Promise<ExitCode> => {
  const { recipient, follow } = options
  const last = options.last === '0' ? 0 : countOf('--last', options.last)
  const { client, scope } = await openClient(verb.terminal, verb.access)
  if ((await scope()).environment !== 'test')
    throw usageError('This credential is for production.', 'Use a credential of the test environment.')
  const { signal } = verb.terminal
  const writer = follow === true ? verb.followingWriter(COLUMNS) : verb.writer(COLUMNS)
  const shown = new Set<string>()
  const show = (messages: readonly TestMessage[]): void => {
    for (const message of messages) {
      if (shown.has(message.messageId)) continue
      shown.add(message.messageId)
      writer.add({ ...message })
    }
    writer.flush()
  }
  const begun = await newestOf(client, recipient, follow === true ? Math.max(last, LOOKED_AT) : last, signal)
  const hidden = Math.max(0, begun.length - last)
  for (const { messageId } of begun.slice(0, hidden)) shown.add(messageId)
  show(begun.slice(hidden))
  const look = async (): Promise<void> => {
    try {
      show(await newestOf(client, recipient, LOOKED_AT, signal))
    } catch (error) {
      if (!signal.aborted && exitCodeOf(error) !== EXIT.temporary) throw error
      if (!signal.aborted) verb.say(`${linesOf(error)[0]} Trying again.`)
    }
  }
  try {
    if (follow === true) {
      verb.say('Waiting for test messages. Press Ctrl-C to stop.')
      while (!(await pauseUntil(PERIOD_MS, signal))) await look()
    } else if (shown.size === 0) verb.say('No test messages.')
  } finally {
    writer.end()
  }
  return EXIT.ok
}
