import { randomUUID } from 'node:crypto'
import type { DryRun, MessageRequest, Postrider } from '@postrider/client'
import { ServiceFault } from '../access/ask.js'
import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode } from '../errors/exit-code.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'
import { type MessageOptions, messageOf } from './message-of.js'
import { exitCodeOfMessage, type WaitChoice, waited } from './wait.js'

/** The options for sending or previewing a message. */
export interface SendChoice extends WaitChoice {
  readonly key?: string
  readonly dryRun?: boolean
}

/** The refusal of a dry run as an error with a code. */
export const refusalIn = ({ error }: DryRun): ServiceFault | undefined =>
  error === undefined ? undefined : new ServiceFault(error.message, error)

const preview = async (verb: Verb, { messages }: Postrider, message: MessageRequest): Promise<ExitCode> => {
  const { signal } = verb.terminal
  const previewed = await messages.preview(message, { signal })
  verb.writer().one({ ...previewed })
  const refused = refusalIn(previewed)
  if (refused !== undefined) throw refused
  return EXIT.ok
}

/** Sends a message, optionally waits for it, and shows the result. */
export const sendMessage = async (
  verb: Verb,
  client: Postrider,
  message: MessageRequest,
  choice: SendChoice,
): Promise<ExitCode> => {
  if (choice.dryRun === true) return preview(verb, client, message)
  const { signal, words } = verb.terminal
  const idempotencyKey = choice.key ?? randomUUID()
  const sent = await withProgress(
    words,
    () => `sending with the key ${idempotencyKey}`,
    () => client.messages.send(message, { idempotencyKey, signal }),
  )
  const { replayed } = sent.lastResponse
  if (choice.wait === undefined) {
    verb.writer().one({ ...sent, idempotencyKey, replayed })
    return EXIT.ok
  }
  const came = await waited(verb, client, sent.messageId, choice)
  verb.writer().one({ ...came, idempotencyKey, replayed })
  return exitCodeOfMessage(came)
}

/** `send` */
export const send = async (verb: Verb, options: MessageOptions & SendChoice): Promise<ExitCode> => {
  const { client, scope } = await openClient(verb.terminal, verb.access)
  return sendMessage(verb, client, messageOf(options, await scope()), options)
}
