import { ServiceFault } from '../access/ask.js'
import { EXIT, type ExitCode, exitCodeOf } from '../errors/exit-code.js'
import { linesOf } from '../errors/tell-error.js'
import { pauseUntil } from '../pause.js'
import type { Verb } from '../verb.js'
import {
  type ListedMessage,
  type MessageSource,
  messageSource,
  type SourceOptions,
} from './message-sources.js'
import { changedAt, SeenMessages } from './seen-messages.js'
import { countOf } from './wait.js'

/** The options that select the followed messages. */
export interface TailOptions extends SourceOptions {
  readonly state?: string
  readonly last: string
}

const PERIOD_MS = 2_000
/** The pages that each poll reads for changes of known messages. */
const PAGES_OF_CHANGES = 5
/** The most pages that each poll reads while they have new messages. */
const MOST_PAGES = 50

/** Final states. A state that is unknown to this program may change. */
const SETTLED: ReadonlySet<string> = new Set(['READ', 'UNDELIVERED', 'FAILED', 'EXPIRED', 'CANCELLED'])
/** A delivered message is final, except on WhatsApp, which may report that it was read. */
const isSettled = ({ state, channel }: ListedMessage): boolean =>
  SETTLED.has(state) || (state === 'DELIVERED' && channel !== 'whatsapp')

const inOrder = (messages: readonly ListedMessage[]): readonly ListedMessage[] =>
  messages.toSorted((a, b) => (changedAt(a) < changedAt(b) ? -1 : 1))

/** New and changed messages, and whether there are more pages than one poll reads. */
interface Look {
  readonly news: readonly ListedMessage[]
  readonly isCut: boolean
}

/**
 * Reads the newest page, and older ones while they have new messages. A few pages are also read while their
 * messages may still change. Messages are remembered at the end, so that a failed poll is repeated in full.
 */
const lookAgain = async (source: MessageSource, seen: SeenMessages): Promise<Look> => {
  const news = new Map<string, ListedMessage>()
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    const { messages, nextCursor } = await source.page(cursor)
    const changed = messages.filter((message) => seen.isNews(message))
    const hasNew = changed.some((message) => !seen.isKnown(message))
    for (const message of changed) news.set(message.messageId, message)
    cursor = nextCursor
    // An empty page that isn't the last doesn't show whether the app's older messages have changed.
    const mayChange = messages.length === 0 || changed.length > 0 || !messages.every(isSettled)
    const goesOn = cursor !== undefined && (hasNew || (mayChange && pages < PAGES_OF_CHANGES))
    if (goesOn && pages < MOST_PAGES) continue
    seen.remember([...news.values()].reverse())
    return { news: inOrder([...news.values()]), isCut: goesOn }
  }
}

/** The newest messages, oldest first. */
const newestOf = async (
  source: MessageSource,
  state: string | undefined,
  most: number,
): Promise<readonly ListedMessage[]> => {
  const found: ListedMessage[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_OF_CHANGES; pages += 1) {
    const { messages, nextCursor } = await source.page(cursor, state)
    for (const message of messages) found.push(message)
    cursor = nextCursor
    if (cursor === undefined || found.length >= most) break
  }
  return found.slice(0, most).reverse()
}

/** `tail` */
export const tail = async (verb: Verb, options: TailOptions): Promise<ExitCode> => {
  const { signal } = verb.terminal
  const { state } = options
  const last = options.last === '0' ? 0 : countOf('--last', options.last)
  const source = await messageSource(verb, options)
  const writer = verb.followingWriter(source.columns)
  const show = (messages: readonly ListedMessage[]): void => {
    for (const message of messages)
      if (state === undefined || message.state === state) writer.add({ at: changedAt(message), ...message })
    writer.flush()
  }
  const seen = new SeenMessages()
  seen.begin(await source.page(undefined))
  // Read second: messages that arrived or changed in between are shown now, and known from now on.
  const begun = await newestOf(source, state, Math.max(1, last))
  if (last > 0) {
    seen.remember(begun)
    show(begun)
  }
  verb.say('Checking for new and changed messages every 2 s. Press Ctrl-C to stop.')
  /** Resolves with the time until the next poll. */
  const look = async (): Promise<number> => {
    try {
      const { news, isCut } = await lookAgain(source, seen)
      show(news)
      if (isCut) verb.say('Some messages aren’t shown, because there were too many.')
      return PERIOD_MS
    } catch (error) {
      // Temporary errors are retried.
      if (!signal.aborted && exitCodeOf(error) !== EXIT.temporary) throw error
      if (!signal.aborted) verb.say(`${linesOf(error)[0]} Trying again.`)
      return error instanceof ServiceFault ? Math.max(PERIOD_MS, error.retryAfterMs) : PERIOD_MS
    }
  }
  try {
    let pauseMs = PERIOD_MS
    while (!(await pauseUntil(pauseMs, signal))) pauseMs = await look()
  } finally {
    writer.end()
  }
  return EXIT.ok
}
