import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { MessageId, OrganizationId } from '../../kernel/ids/id.js'
import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { EventSink } from '../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../kernel/telemetry/part-failed.js'
import type { WebhookAttempted } from '../../kernel/telemetry/event-progress.js'
import { E, type TE } from '../../fp.js'
import { traced } from '../../kernel/tracing/trace-context.js'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js'
import type {
  AddressedMessage,
  ClaimedEndpoint,
  ClaimQuery,
  LoggedAttempt,
  WebhookStorage,
} from '../ports/webhook-storage.js'
import { deliverTurn, LONGEST_TURN_MS, type TurnNeeds } from './deliver-turn.js'

type Needs = TurnNeeds & {
  readonly storage: { readonly webhooks: WebhookStorage }
  readonly telemetry: EventSink<PartFailed | WebhookAttempted>
}

/** The endpoints of a process at the same time that respond promptly. */
const MOST_PROMPT = 64
/** From this many prompt endpoints of an Organization on, no more of it are claimed, so that others find places. */
const MOST_PROMPT_OF_ORGANIZATION = 8
/** A turn that takes longer no longer counts as prompt, so that slow endpoints keep no prompt one waiting. */
const PROMPT_MS = SECOND_MS
/** All endpoints of a process at the same time, and of an Organization. With the events of each, it bounds the memory. */
const MOST_AT_ONCE = 512
const MOST_OF_ORGANIZATION = 64
/** The same for the event receiver, which takes no places of Organizations. Its endpoints are one for each app. */
const MOST_PROMPT_OF_RECEIVER = 16
const MOST_OF_RECEIVER = 32
/** How often it is checked whether apps got their first event, and for how many of them at once. */
const FOLLOW_APPS_MS = SECOND_MS
const MOST_APPS = 200
/** The endpoints that one claim takes. */
const MOST_CLAIMED = 8
/** The events of an endpoint in a turn. */
const MOST_EVENTS = 50

const messageIdsIn = (claimed: readonly ClaimedEndpoint[]): readonly MessageId[] => {
  const ids = claimed.flatMap(({ events, pending }) =>
    [...events, ...pending.flatMap(({ event }) => event ?? [])].flatMap(({ subject }) =>
      subject.kind === 'message' ? [subject.messageId] : [],
    ),
  )
  return [...new Set(ids)]
}

const attemptedEvent = (
  { endpointId, organizationId, appId }: WebhookEndpoint,
  { eventId, type, number, status, isDelivered, durationMs }: LoggedAttempt,
  message: AddressedMessage | undefined,
): WebhookAttempted => ({
  _tag: 'WebhookAttempted',
  endpointId,
  organizationId,
  appId,
  eventId,
  type,
  message: message === undefined ? undefined : traced(message),
  attempt: number,
  status,
  isDelivered,
  durationMs,
})

/** A turn in progress. */
interface Working {
  readonly organizationId: OrganizationId
  readonly sinceMs: EpochMs
}

const countsIn = (working: Iterable<Working>): ReadonlyMap<OrganizationId, number> => {
  const counts = new Map<OrganizationId, number>()
  for (const { organizationId } of working) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
  return counts
}

/** The endpoints at which this process is at work, and how many it can have. */
const createBusy = ({ nowMs }: Clock, mostPrompt: number, mostAtOnce: number) => {
  const working = new Map<Promise<void>, Working>()
  const prompt = (): readonly Working[] => {
    const at = nowMs()
    return [...working.values()].filter(({ sinceMs }) => at - sinceMs < PROMPT_MS)
  }
  return {
    free: (): number => Math.min(mostPrompt - prompt().length, mostAtOnce - working.size),
    /** The Organizations that have their share. */
    full: (): readonly OrganizationId[] => {
      const promptly = countsIn(prompt())
      return [...countsIn(working.values())]
        .filter(
          ([id, all]) =>
            all >= MOST_OF_ORGANIZATION || (promptly.get(id) ?? 0) >= MOST_PROMPT_OF_ORGANIZATION,
        )
        .map(([id]) => id)
    },
    run: (organizationId: OrganizationId, work: () => Promise<void>): void => {
      const running = work().finally(() => working.delete(running))
      working.set(running, { organizationId, sinceMs: nowMs() })
    },
    idle: async (): Promise<void> => {
      await Promise.all(working.keys())
    },
  }
}

type Busy = ReturnType<typeof createBusy>

/** Adds the apps that got their first event to those of the event receiver, once a second; at once while there are more. */
const followApps = ({ storage, webhooks: { receiver }, clock }: Needs) => {
  let after = 0
  let nextAtMs = 0
  return async (): Promise<E.Either<StorageUnavailable, boolean>> => {
    if (receiver === undefined || clock.nowMs() < nextAtMs) return E.right(false)
    nextAtMs = clock.nowMs() + FOLLOW_APPS_MS
    const served = await storage.webhooks.serveReceiver(receiver.host, after, MOST_APPS)()
    if (E.isLeft(served)) return served
    const { isMore } = served.right
    after = served.right.after
    if (isMore) nextAtMs = 0
    return E.right(isMore)
  }
}

/** The delivery of events by a process. */
export interface WebhookDelivery {
  /**
   * Starts deliveries to endpoints that have some, without waiting for those in progress: a slow endpoint delays
   * no other. Right: whether there may be more at once.
   */
  turn(): TE.TaskEither<StorageUnavailable, boolean>
  /** Starts no further attempts: what is left is for other processes. */
  stop(): void
  /** Resolves when the deliveries in progress have ended. */
  idle(): Promise<void>
}

/** The endpoints of one kind, and those at which this process is at work. */
interface Kind {
  readonly of: ClaimQuery['of']
  readonly busy: Busy
  /** The Organizations that have their share. */
  full(): readonly OrganizationId[]
}

/** Starts the turns of a kind of endpoints. Right: whether there may be more at once. */
type Start = (kind: Kind) => Promise<E.Either<StorageUnavailable, boolean>>

/** Delivers one turn and stores its end. An endpoint with more events than a turn takes continues at once. */
const delivering =
  ({ storage, telemetry, ...needs }: Needs, isStopping: () => boolean, start: Start) =>
  async (
    kind: Kind,
    one: ClaimedEndpoint,
    messages: ReadonlyMap<string, AddressedMessage>,
  ): Promise<void> => {
    const turn = await deliverTurn(needs, one, messages, isStopping)
    if (E.isLeft(turn)) {
      const cause = `a webhook secret is sealed with the key ${turn.left.keyId}, which this process does not have`
      return telemetry.emit({ _tag: 'PartFailed', where: 'keys', cause })
    }
    const failed = ({ cause }: { readonly cause: string }): void =>
      telemetry.emit({ _tag: 'PartFailed', where: 'webhooks', cause })
    const concluded = await storage.webhooks.conclude(turn.right)()
    if (E.isLeft(concluded)) return failed(concluded.left)
    for (const attempt of turn.right.attempts)
      telemetry.emit(attemptedEvent(one.endpoint, attempt, messages.get(attempt.key)))
    if (one.events.length < MOST_EVENTS) return
    const continued = await start(kind)
    if (E.isLeft(continued)) failed(continued.left)
  }

/** Delivers events to endpoints (docs/api/webhooks). Any number of processes can do it. */
export const deliverWebhooks = (needs: Needs): WebhookDelivery => {
  const { storage, clock } = needs
  const busyOfOrganizations = createBusy(clock, MOST_PROMPT, MOST_AT_ONCE)
  const organizations: Kind = {
    of: 'organizations',
    busy: busyOfOrganizations,
    full: busyOfOrganizations.full,
  }
  const busyOfReceiver = createBusy(clock, MOST_PROMPT_OF_RECEIVER, MOST_OF_RECEIVER)
  const receiver: Kind = { of: 'receiver', busy: busyOfReceiver, full: () => [] }
  const follow = followApps(needs)
  let isStopping = false

  const start: Start = async (kind) => {
    const { of, busy, full } = kind
    const most = Math.min(MOST_CLAIMED, busy.free())
    if (most <= 0 || isStopping) return E.right(false)
    const query = { of, endpoints: most, events: MOST_EVENTS, except: full() }
    const claimed = await storage.webhooks.claim(clock.nowMs(), LONGEST_TURN_MS, query)()
    if (E.isLeft(claimed)) return claimed
    const read = await storage.webhooks.messages(messageIdsIn(claimed.right))()
    if (E.isLeft(read)) return read
    const messages = new Map(read.right.map((message) => [message.messageId as string, message]))
    for (const one of claimed.right) busy.run(one.endpoint.organizationId, () => deliver(kind, one, messages))
    return E.right(claimed.right.length === most)
  }
  const deliver = delivering(needs, () => isStopping, start)

  return {
    turn: () => async () => {
      const started = await start(organizations)
      if (E.isLeft(started) || needs.webhooks.receiver === undefined) return started
      const followed = await follow()
      if (E.isLeft(followed)) return followed
      const received = await start(receiver)
      return E.isLeft(received) ? received : E.right(started.right || followed.right || received.right)
    },
    stop: () => {
      isStopping = true
    },
    idle: async () => {
      await Promise.all([organizations.busy.idle(), receiver.busy.idle()])
    },
  }
}
