import { type OperationAccess, operationAccess } from '../access/access.js'
import { ServiceFault } from '../access/ask.js'
import { EXIT, type ExitCode, exitCodeOf, usageError } from '../errors/exit-code.js'
import { linesOf } from '../errors/tell-error.js'
import { readByOperation } from '../operations/call-operation.js'
import type { DataRecord } from '../output/flatten.js'
import { pauseUntil } from '../pause.js'
import type { Verb } from '../verb.js'
import { countOf } from './wait.js'

/** Of which messages a command line wants to know. */
export interface TailOptions {
  readonly organization?: string
  readonly app?: string
  readonly channel?: string
  readonly state?: string
  readonly last: string
}

/** What is read of a message in the history. */
interface HistoryMessage extends DataRecord {
  readonly messageId: string
  readonly state: string
  readonly acceptedAt: string
  readonly updatedAt?: string
}

const PERIOD_MS = 2_000
const PAGE = 100
/** So many pages are looked at each time at most: five requests, of twenty a second that a person has. */
const MOST_PAGES = 5
/** So many are remembered; only the newest pages are ever looked at. */
const MOST_REMEMBERED = 20 * MOST_PAGES * PAGE

/** States that are left again. One that is new to this program may be one of them. */
const SETTLED: ReadonlySet<string> = new Set([
  'DELIVERED',
  'READ',
  'UNDELIVERED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
])

const COLUMNS = [
  'at',
  'state',
  'channel',
  'to',
  'templateId',
  'billing.amountMinor',
  'billing.currency',
  'messageId',
  'clientReference',
  'failureCode',
]

interface Membership {
  readonly organization: { readonly organizationId: string; readonly displayName: string }
}

const organizationOf = async (
  access: OperationAccess,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<string> => {
  if (wanted !== undefined) return wanted
  const { memberships } = await readByOperation(access, 'getCustomerContext', {}, signal)
  const all = (memberships as readonly Membership[]).map(({ organization }) => organization)
  const [only] = all
  if (only !== undefined && all.length === 1) return only.organizationId
  if (only === undefined) throw usageError('You belong to no Organization.')
  const names = all.map(({ organizationId, displayName }) => `${organizationId} ${displayName}`)
  throw usageError(`You belong to several Organizations:\n${names.join('\n')}`, '--organization org_…')
}

const momentOf = ({ updatedAt, acceptedAt }: HistoryMessage): string => updatedAt ?? acceptedAt

/** The pages of the history, newest first. */
async function* historyPages(
  access: OperationAccess,
  query: DataRecord,
  signal: AbortSignal,
): AsyncGenerator<readonly HistoryMessage[], void, undefined> {
  let cursor: unknown
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const asked = { ...query, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const page = await readByOperation(access, 'listCustomerMessageHistory', asked, signal)
    yield page['messages'] as readonly HistoryMessage[]
    cursor = page['nextCursor'] ?? undefined
    if (cursor === undefined) return
  }
}

/** What is known of messages: how each of them stood, and how far back they were looked at first. */
class SeenMessages {
  readonly #stamps = new Map<string, string>()
  #floor: string | undefined

  /** Those of a page that are new or have changed. */
  changedOf(page: readonly HistoryMessage[]): readonly HistoryMessage[] {
    const changed = page.filter((message) => {
      const { messageId, state } = message
      const stamp = `${state} ${momentOf(message)}`
      const before = this.#stamps.get(messageId)
      this.#stamps.set(messageId, stamp)
      // What lies before the beginning is no news when it is met for the first time.
      const isOld = before === undefined && this.#floor !== undefined && message.acceptedAt < this.#floor
      return before !== stamp && !isOld
    })
    this.#floor ??= page.at(-1)?.acceptedAt ?? ''
    for (const oldest of this.#stamps.keys()) {
      if (this.#stamps.size <= MOST_REMEMBERED) break
      this.#stamps.delete(oldest)
    }
    return changed
  }
}

const inOrder = (messages: readonly HistoryMessage[]): readonly HistoryMessage[] =>
  messages.toSorted((a, b) => (momentOf(a) < momentOf(b) ? -1 : 1))

/** Looks at the newest page, and at those behind it as long as something there may still change. */
const lookAgain = async (
  pages: AsyncGenerator<readonly HistoryMessage[], void, undefined>,
  seen: SeenMessages,
): Promise<readonly HistoryMessage[]> => {
  const found: HistoryMessage[] = []
  for await (const page of pages) {
    const changed = seen.changedOf(page)
    for (const one of changed) found.push(one)
    if (changed.length === 0 && page.every(({ state }) => SETTLED.has(state))) break
  }
  return inOrder(found)
}

const queryOf = (organizationId: string, { app: appId, channel, state }: TailOptions): DataRecord => ({
  organizationId,
  ...Object.fromEntries(Object.entries({ appId, channel, state }).filter(([, value]) => value !== undefined)),
})

/** `tail` */
export const tail = async (verb: Verb, options: TailOptions): Promise<ExitCode> => {
  const { signal } = verb.terminal
  const last = options.last === '0' ? 0 : countOf('--last', options.last)
  const access = await operationAccess(verb.terminal, verb.access, ['person', 'agent'])
  const query = queryOf(await organizationOf(access, options.organization, signal), options)
  const writer = verb.writer(COLUMNS)
  const show = (messages: readonly HistoryMessage[]): void => {
    for (const message of messages) writer.add({ at: momentOf(message), ...message })
    writer.flush()
  }
  const seen = new SeenMessages()
  const first = await historyPages(access, query, signal).next()
  const begun = inOrder(seen.changedOf(first.value ?? []))
  show(last === 0 ? [] : begun.slice(-last))
  verb.say('Looking every 2 s for what comes and changes; Ctrl-C ends it.')
  /** Resolves with the time until the next look. */
  const look = async (): Promise<number> => {
    try {
      show(await lookAgain(historyPages(access, query, signal), seen))
      return PERIOD_MS
    } catch (error) {
      // What passes is waited out.
      if (!signal.aborted && exitCodeOf(error) !== EXIT.temporary) throw error
      if (!signal.aborted) verb.say(`${linesOf(error)[0]} Looking again.`)
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
