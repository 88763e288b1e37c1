import type { Event, Postrider } from '@postrider/client'
import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode, exitCodeOf, usageError } from '../errors/exit-code.js'
import { linesOf } from '../errors/tell-error.js'
import type { RecordWriter } from '../output/records.js'
import { pauseUntil } from '../pause.js'
import type { Verb } from '../verb.js'
import { checkedTarget, forwardEvent } from './forward-event.js'
import { checkedWebhookSecrets, newWebhookSecret } from './sign-event.js'

/** The options that select events, and where they go. */
export interface ListenOptions {
  readonly forwardTo?: string
  readonly types?: string
  readonly after?: string
}

interface Filter {
  readonly types?: readonly string[]
}

const filterOf = ({ types }: ListenOptions): Filter =>
  types === undefined ? {} : { types: types.split(',').map((type) => type.trim()) }

const COLUMNS = ['occurredAt', 'sequence', 'type', 'id']
const FORWARDED = ['status', 'durationMs']
const PAGE = 100
const WAIT_SECONDS = 25
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

const sequenceOf = (text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw usageError('--after must be the sequence of an event, or 0 for all events that are kept.')
}

/** Where to start: after the given sequence, or after the newest event. Reports a sequence that doesn't exist yet. */
const startOf = async (
  { say, terminal: { signal } }: Verb,
  client: Postrider,
  { after, filter }: { readonly after: string | undefined; readonly filter: Filter },
): Promise<number> => {
  const start = after === undefined ? undefined : sequenceOf(after)
  const newest = client.events
    .page({ ...filter, limit: 1 }, { signal })
    .then(({ latestSequence }) => latestSequence)
  if (start === undefined) return newest
  const known = await newest.catch((error: unknown) => {
    // `follow` retries temporary failures.
    if (exitCodeOf(error) !== EXIT.temporary && !signal.aborted) throw error
    return undefined
  })
  if (known !== undefined && start > known)
    say(`The newest event is ${known}. Events up to ${start} won't be shown.`)
  return start
}

/** Shows an event, and forwards it if there is a target. False: Ctrl-C ended it before the response. */
type Handle = (event: Event) => Promise<boolean>

const handler = (verb: Verb, writer: RecordWriter, options: ListenOptions): Handle => {
  const { environment, signal } = verb.terminal
  if (options.forwardTo === undefined)
    return (event) => {
      writer.add({ ...event })
      return Promise.resolve(true)
    }
  const target = checkedTarget(options.forwardTo)
  const given = environment['POSTRIDER_WEBHOOK_SECRET'] || undefined
  const secrets = given === undefined ? [newWebhookSecret()] : checkedWebhookSecrets(given)
  if (given === undefined) verb.say(`Signing with the secret ${secrets.join()}`)
  return async (event) => {
    const forwarded = await forwardEvent(target, event, secrets, signal)
    if (signal.aborted && typeof forwarded.status !== 'number') return false
    writer.add({ ...event, ...forwarded })
    return true
  }
}

/** Reads and handles events until the signal, and returns the sequence of the last one. */
const follow = async (
  verb: Verb,
  client: Postrider,
  start: number,
  { filter, handle, flush }: { filter: Filter; handle: Handle; flush(): void },
): Promise<number> => {
  const { signal } = verb.terminal
  let after = start
  let pauseMs = FIRST_PAUSE_MS
  while (!signal.aborted) {
    try {
      const page = await client.events.page({ ...filter, after, limit: PAGE, wait: WAIT_SECONDS }, { signal })
      pauseMs = FIRST_PAUSE_MS
      for (const event of page.events) {
        if (!(await handle(event))) return after
        flush()
        after = event.sequence
        if (signal.aborted) return after
      }
      after = page.nextSequence
    } catch (error) {
      if (signal.aborted) return after
      // Temporary errors are retried.
      if (exitCodeOf(error) !== EXIT.temporary) throw error
      verb.say(`${linesOf(error)[0]} Trying again.`)
      await pauseUntil(pauseMs, signal)
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    }
  }
  return after
}

/** `listen` */
export const listen = async (verb: Verb, options: ListenOptions): Promise<ExitCode> => {
  const { forwardTo } = options
  const filter = filterOf(options)
  // Failures are reported at once, and retried here.
  const { client } = await openClient(verb.terminal, verb.access, { maxRetries: 0 })
  const writer = verb.followingWriter(forwardTo === undefined ? COLUMNS : [...COLUMNS, ...FORWARDED])
  const handle = handler(verb, writer, options)
  const start = await startOf(verb, client, { after: options.after, filter })
  verb.say('Waiting for events. Press Ctrl-C to stop.')
  try {
    const after = await follow(verb, client, start, { filter, handle, flush: () => writer.flush() })
    verb.say(`To continue later: --after ${after}`)
  } finally {
    writer.end()
  }
  return EXIT.ok
}
