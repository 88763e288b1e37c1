import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import type { Verb } from '../verb.js'
import { exitCodeOfMessage, type WaitChoice, waited } from './wait.js'

/** Of a message in a list. */
export const MESSAGE_COLUMNS = [
  'messageId',
  'state',
  'channel',
  'acceptedAt',
  'updatedAt',
  'billing.status',
  'billing.amountMinor',
  'billing.currency',
  'clientReference',
  'failureCode',
] as const

/** `get` */
export const getMessage = async (verb: Verb, options: WaitChoice, messageId: string): Promise<ExitCode> => {
  const { client } = await openClient(verb.terminal, verb.access)
  const { signal } = verb.terminal
  const message =
    options.wait === undefined
      ? await client.messages.get(messageId, { signal })
      : await waited(verb, client, messageId, options)
  verb.writer().one({ ...message })
  return options.wait === undefined ? EXIT.ok : exitCodeOfMessage(message)
}

/** `find` */
export const findMessages = async (
  verb: Verb,
  { key, reference }: { readonly key?: string; readonly reference?: string },
): Promise<ExitCode> => {
  if ((key === undefined) === (reference === undefined)) throw usageError('Give --key or --reference.')
  const { client } = await openClient(verb.terminal, verb.access)
  const { signal } = verb.terminal
  const name = key === undefined ? { clientReference: reference ?? '' } : { idempotencyKey: key }
  const found = await client.messages.find(name, { signal })
  const writer = verb.writer(MESSAGE_COLUMNS)
  for (const message of found) writer.add({ ...message })
  writer.end()
  if (found.length > 0) return EXIT.ok
  verb.say('Nothing was accepted under it.')
  return EXIT.notFound
}
