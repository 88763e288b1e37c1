import type { Clock } from '../../kernel/ports/clock.js'
import type { KeyRing } from '../../kernel/ports/key-ring.js'
import type { Random } from '../../kernel/ports/random.js'
import type { UnknownKey } from '../../kernel/ids/key-id.js'
import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { eventBody } from '../../events/domain/event-body.js'
import type { AppEvent } from '../../events/domain/event.js'
import { type Attempted, concludeTurn } from '../domain/conclude-turn.js'
import type { AttemptResult } from '../domain/endpoint-health.js'
import { type PlannedDelivery, keyOfEvent, planDeliveries } from '../domain/plan-deliveries.js'
import { isOfReceiver } from '../domain/event-receiver.js'
import { signedHeaders, type WebhookHeaders } from '../domain/signed-text.js'
import { splitKeys } from '../domain/signing-keys.js'
import { signingSecrets, type WebhookEndpoint } from '../domain/webhook-endpoint.js'
import type { WebhookCaller, WebhookResponse } from '../ports/webhook-caller.js'
import type {
  AddressedMessage,
  ClaimedEndpoint,
  LoggedAttempt,
  TurnRecord,
} from '../ports/webhook-storage.js'

/** How long an endpoint may take to respond. */
const TIMEOUT_MS = 15 * SECOND_MS

/** The deliveries of an endpoint at the same time. */
const CHAINS_AT_ONCE = 4

/** No attempt starts later than this in a turn: the rest is for the next one, so that a lease can be short. */
const TURN_MS = 10 * SECOND_MS

/** The time for the end of a turn to be stored. If it takes longer, another process may repeat the turn. */
const STORED_WITHIN_MS = 5 * SECOND_MS

/** How long a turn takes at most: the lease of an endpoint, which a killed process holds until then. */
export const LONGEST_TURN_MS = TURN_MS + TIMEOUT_MS + STORED_WITHIN_MS

export interface TurnNeeds {
  readonly webhooks: WebhookCaller
  readonly keyRing: KeyRing
  readonly clock: Clock
  readonly random: Random
}

/** The place for which an endpoint's secret is sealed. */
export const secretContext = (endpointId: string): string => `webhook_endpoints|${endpointId}|secret`

/** How an endpoint is called. */
interface Target {
  readonly secrets: readonly string[]
  readonly includesRecipient: boolean
  post(headers: WebhookHeaders, body: string): Promise<WebhookResponse>
}

const targetOf = (
  { webhooks, keyRing, clock }: TurnNeeds,
  endpoint: WebhookEndpoint,
): E.Either<UnknownKey, Target> => {
  const { receiver } = webhooks
  if (isOfReceiver(endpoint) && receiver !== undefined)
    return E.right({ ...receiver, post: (headers, body) => receiver.post(headers, body, TIMEOUT_MS) })
  const { url, includesRecipient } = endpoint
  const secrets: string[] = []
  for (const sealed of signingSecrets(endpoint, clock.nowMs())) {
    const secret = keyRing.open(sealed, secretContext(endpoint.endpointId))
    if (E.isLeft(secret)) return secret
    for (const key of splitKeys(secret.right)) secrets.push(key)
  }
  const post: Target['post'] = (headers, body) => webhooks.post(url, headers, body, TIMEOUT_MS)
  return E.right({ secrets, includesRecipient, post })
}

/** The seconds or the date of a `Retry-After` header, in milliseconds from now. */
const retryAfterOf = (header: string | undefined, nowMs: EpochMs): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * SECOND_MS
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

const resultOf = (response: WebhookResponse, nowMs: EpochMs): AttemptResult => {
  if (response._tag === 'NoAnswer') return { _tag: 'Failed', retryAfterMs: undefined }
  const { status, retryAfter } = response
  if (status >= 200 && status < 300) return { _tag: 'Delivered' }
  if (status === 410) return { _tag: 'Gone' }
  const isHonored = status === 429 || status === 503
  return { _tag: 'Failed', retryAfterMs: isHonored ? retryAfterOf(retryAfter, nowMs) : undefined }
}

/** The body of an event for this endpoint. */
const bodyFor = (
  { includesRecipient }: Target,
  event: AppEvent,
  messages: ReadonlyMap<string, AddressedMessage>,
): string => {
  const message = event.subject.kind === 'message' ? messages.get(event.subject.messageId) : undefined
  const body = eventBody(event, message)
  const recipient = includesRecipient && message !== undefined ? { to: message.to } : {}
  return JSON.stringify({ ...body, data: { ...body.data, ...recipient } })
}

/** Databases don't store every character that an endpoint can respond with. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}')

interface Tried {
  readonly attempted: Attempted
  readonly logged: LoggedAttempt
}

const tryOne = async (
  { webhooks, clock }: TurnNeeds,
  { endpointId }: WebhookEndpoint,
  target: Target,
  delivery: PlannedDelivery,
  messages: ReadonlyMap<string, AddressedMessage>,
): Promise<Tried> => {
  const { event, attempts } = delivery
  const atMs = clock.nowMs()
  const body = bodyFor(target, event, messages)
  const headers = signedHeaders(event.eventId, atMs, body, target.secrets, webhooks.sign)
  const response = await target.post(headers, body)
  const endedAtMs = clock.nowMs()
  const result = resultOf(response, endedAtMs)
  const { eventId, sequence, type } = event
  const seen = response._tag === 'Answered' ? response : { status: undefined, start: response.cause }
  return {
    attempted: { delivery, result, endedAtMs },
    logged: {
      endpointId,
      eventId,
      sequence,
      key: keyOfEvent(event),
      type,
      number: attempts + 1,
      atMs,
      durationMs: endedAtMs - atMs,
      status: seen.status,
      detail: storable(seen.start),
      isDelivered: result._tag === 'Delivered',
    },
  }
}

/**
 * Runs the chains, a few at once; each ends at its first failure. Nothing starts once the endpoint is gone or the
 * turn's time is over.
 */
const tryChains = async (
  chains: readonly (readonly PlannedDelivery[])[],
  isOver: () => boolean,
  attempt: (delivery: PlannedDelivery) => Promise<Tried>,
): Promise<readonly (readonly Tried[])[]> => {
  const tried: Tried[][] = chains.map(() => [])
  let next = 0
  let isGone = false
  const work = async (): Promise<void> => {
    while (next < chains.length && !isGone && !isOver()) {
      const at = next
      next += 1
      for (const delivery of chains[at] ?? []) {
        if (isOver()) break
        const one = await attempt(delivery)
        tried[at]?.push(one)
        isGone ||= one.attempted.result._tag === 'Gone'
        if (one.attempted.result._tag !== 'Delivered' || isGone) break
      }
    }
  }
  await Promise.all(Array.from({ length: CHAINS_AT_ONCE }, work))
  return tried
}

/**
 * Delivers the events of one turn to a claimed endpoint, and returns what to store. Left: this process lacks the
 * key of the endpoint's secret, and another one may have it.
 */
export const deliverTurn = async (
  needs: TurnNeeds,
  { endpoint, claim, events, pending, purgedTo }: ClaimedEndpoint,
  messages: ReadonlyMap<string, AddressedMessage>,
  isStopping: () => boolean,
): Promise<E.Either<UnknownKey, TurnRecord>> => {
  const target = targetOf(needs, endpoint)
  if (E.isLeft(target)) return target
  const { clock, random } = needs
  const beganAtMs = clock.nowMs()
  const plan = planDeliveries(endpoint, { events, pending, purgedTo, nowMs: beganAtMs })
  const isOver = (): boolean => isStopping() || clock.nowMs() >= beganAtMs + TURN_MS
  const tried = await tryChains(plan.chains, isOver, (delivery) =>
    tryOne(needs, endpoint, target.right, delivery, messages),
  )
  const attempted = tried.map((chain) => chain.map((one) => one.attempted))
  const nowMs = clock.nowMs()
  const end = concludeTurn(endpoint, plan, pending, attempted, { nowMs, fraction: random.fraction })
  const attempts = tried.flat().map((one) => one.logged)
  return E.right({ endpoint, claim, end, attempts, nowMs })
}
