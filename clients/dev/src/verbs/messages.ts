import type { MessageFilter } from '@postrider/client'
import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import type { Verb } from '../verb.js'
import { sinceOf } from './moment.js'
import { countOf, exitCodeOfMessage, type WaitChoice, waited } from './wait.js'

/** The columns of a message list. */
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
  if ((key === undefined) === (reference === undefined)) throw usageError('Pass either --key or --reference.')
  const { client } = await openClient(verb.terminal, verb.access)
  const { signal } = verb.terminal
  const name = key === undefined ? { clientReference: reference ?? '' } : { idempotencyKey: key }
  const found = await client.messages.find(name, { signal })
  const writer = verb.writer(MESSAGE_COLUMNS)
  for (const message of found) writer.add({ ...message })
  writer.end()
  if (found.length > 0) return EXIT.ok
  verb.say('No messages found.')
  return EXIT.notFound
}

/** The options that select messages of the app. */
export interface ListOptions {
  readonly state?: string
  readonly channel?: string
  readonly since?: string
  readonly cursor?: string
  readonly limit: string
}

/** The most messages per page. */
const PAGE = 100
/** The most pages that one command reads; pages may be empty. */
const MOST_PAGES = 50

const filterOf = ({ state, channel, since }: ListOptions): MessageFilter => ({
  ...(state === undefined ? {} : { state }),
  ...(channel === undefined ? {} : { channel: channel as NonNullable<MessageFilter['channel']> }),
  ...(since === undefined ? {} : { from: sinceOf('--since', since) }),
})

/** `messages` */
export const listAppMessages = async (verb: Verb, options: ListOptions): Promise<ExitCode> => {
  const filter = filterOf(options)
  let left = countOf('--limit', options.limit)
  const { client } = await openClient(verb.terminal, verb.access)
  const { signal } = verb.terminal
  const writer = verb.writer(MESSAGE_COLUMNS)
  let cursor: string | null | undefined = options.cursor
  let isEmpty = true
  for (let pages = 0; pages < MOST_PAGES && left > 0 && cursor !== null; pages += 1) {
    const place = cursor === undefined ? {} : { cursor }
    const page = await client.messages.listPage(
      filter,
      { pageSize: Math.min(PAGE, left), ...place },
      { signal },
    )
    for (const message of page.messages) writer.add({ ...message })
    isEmpty &&= page.messages.length === 0
    left -= page.messages.length
    cursor = page.nextCursor
  }
  writer.end()
  // A cursor belongs to a fixed time, unlike `2h`.
  const since = filter.from === undefined ? '' : `--since ${filter.from.toISOString()} `
  if (cursor !== null) verb.say(`Older messages: ${since}--cursor ${cursor}`)
  else if (isEmpty) verb.say('No messages.')
  return EXIT.ok
}
