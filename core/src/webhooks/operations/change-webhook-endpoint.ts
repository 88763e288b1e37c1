import { type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { type EpochMs, isoTime, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { KeyRing } from '../../kernel/ports/key-ring.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { version } from '../../runner/domain/fields/version.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { isSecret, joinKeys, splitKeys } from '../domain/signing-keys.js'
import { hostOfUrl, NO_ATTEMPTS, signingSecrets, type WebhookEndpoint } from '../domain/webhook-endpoint.js'
import { secretContext } from '../use-cases/deliver-turn.js'
import { ENDPOINTS_AGENTS_TOO } from './entry-parts.js'
import { IS_DISABLED, seenEndpoint, urlProblems } from './owned-endpoint.js'
import {
  changeableFields,
  endpointFields,
  endpointId,
  endpointSecret,
  endpointShape,
  secretOverlapSeconds,
  withPublicKey,
} from './shapes.js'
import { endpointView } from './views.js'

const CHANGE = { mutation: true, controls: ['version'] } as const

const seen = { organizationId, endpointId, version } as const
const changedEndpoint = mutationResult({ endpoint: endpointShape }, {})

/** Stores the endpoint as its next version. */
const changed = (
  unit: UnitOfWork,
  endpoint: WebhookEndpoint,
  details: Readonly<Record<string, string | boolean>>,
) => {
  const next = { ...endpoint, version: endpoint.version + 1 }
  unit.webhookEndpoints.replace(next)
  return { result: { endpoint: endpointView(next) }, about: { target: endpoint.endpointId, details } }
}

/** Changes the given fields of an endpoint; refusals as in {@link seenEndpoint}. */
export const updateWebhookEndpointEntry = entryOf('Webhooks', 'updateWebhookEndpoint', {
  ...ENDPOINTS_AGENTS_TOO,
  ...CHANGE,
  effect: 'changes',
  summary: 'Change a webhook endpoint',
  description:
    'Changes the given fields. A new URL is tried at once, and events that wait for a retry go there too.',
  success: 'The endpoint is changed.',
  stepUp: true,
  whileSuspended: false,
  request: mutationRequest(seen, { ...endpointFields, ...changeableFields }),
  result: changedEndpoint,
})

export const updateWebhookEndpoint = mutation(updateWebhookEndpointEntry, {
  lock: 'shared',
  inspect: ({ url }, _circumstances, { webhooks }) => urlProblems(webhooks, url),
  run: async (unit, call) => {
    const found = await seenEndpoint(unit, call)
    if (E.isLeft(found)) return found
    const before = found.right
    const { url, description, types, includeRecipient } = call.request
    const next: WebhookEndpoint = {
      ...before,
      ...(url === undefined || url === before.url ? {} : NO_ATTEMPTS),
      url: url ?? before.url,
      description: description ?? before.description,
      types: types === undefined ? before.types : types === null ? undefined : [...new Set(types)],
      includesRecipient: includeRecipient ?? before.includesRecipient,
    }
    const details = { host: hostOfUrl(next.url), includeRecipient: next.includesRecipient }
    return E.right(changed(unit, next, details))
  },
})

/** Disables an endpoint: it gets no events until it is enabled. Conflict if it is disabled already. */
export const disableWebhookEndpointEntry = entryOf('Webhooks', 'disableWebhookEndpoint', {
  ...ENDPOINTS_AGENTS_TOO,
  ...CHANGE,
  effect: 'ends',
  summary: 'Disable a webhook endpoint',
  description: 'The endpoint gets no events until it is enabled again.',
  success: 'The endpoint is disabled.',
  whileSuspended: true,
  request: mutationRequest(seen, {}),
  result: changedEndpoint,
})

export const disableWebhookEndpoint = mutation(disableWebhookEndpointEntry, {
  lock: 'shared',
  run: async (unit, call) => {
    const found = await seenEndpoint(unit, call)
    if (E.isLeft(found)) return found
    if (found.right.disabledAtMs !== undefined) return IS_DISABLED
    const off = { ...found.right, disabledAtMs: call.nowMs, disabledBecause: 'person' } as const
    return E.right(changed(unit, off, {}))
  },
})

/** Enables a disabled endpoint: it continues where it stopped, as far as events are kept. Conflict if it is active. */
export const enableWebhookEndpointEntry = entryOf('Webhooks', 'enableWebhookEndpoint', {
  ...ENDPOINTS_AGENTS_TOO,
  ...CHANGE,
  effect: 'changes',
  summary: 'Enable a webhook endpoint',
  description: 'The endpoint continues with the first event that it did not get, as far as events are kept.',
  success: 'The endpoint is active.',
  whileSuspended: false,
  request: mutationRequest(seen, {}),
  result: changedEndpoint,
})

export const enableWebhookEndpoint = mutation(enableWebhookEndpointEntry, {
  lock: 'shared',
  run: async (unit, call) => {
    const found = await seenEndpoint(unit, call)
    if (E.isLeft(found)) return found
    if (found.right.disabledAtMs === undefined)
      return E.left(refusalSaying('Conflict', 'The endpoint is active already.'))
    const active = { disabledAtMs: undefined, disabledBecause: undefined, notice: undefined }
    const on = { ...found.right, ...NO_ATTEMPTS, ...active }
    return E.right(changed(unit, on, {}))
  },
})

/** Deletes an endpoint with its pending deliveries; its log is deleted when it expires. */
export const deleteWebhookEndpointEntry = entryOf('Webhooks', 'deleteWebhookEndpoint', {
  ...ENDPOINTS_AGENTS_TOO,
  ...CHANGE,
  effect: 'ends',
  summary: 'Delete a webhook endpoint',
  description:
    "The endpoint gets no more events, and its deliveries can't be listed any longer. This can't be undone.",
  success: 'The endpoint is deleted.',
  controls: ['reason', 'version'],
  whileSuspended: true,
  request: mutationRequest({ ...seen, reason }, {}),
  result: changedEndpoint,
})

export const deleteWebhookEndpoint = mutation(deleteWebhookEndpointEntry, {
  lock: 'shared',
  run: async (unit, call) => {
    const found = await seenEndpoint(unit, call)
    if (E.isLeft(found)) return found
    unit.webhookEndpoints.remove(found.right.endpointId)
    return E.right({
      result: { endpoint: endpointView(found.right) },
      about: { target: found.right.endpointId, details: {}, reason: call.request.reason },
    })
  },
})

/** The maximum number of earlier secrets that sign: each adds a signature to the header of every delivery. */
const MOST_PREVIOUS = 6

/** A rotation mustn't end a secret that signs, because receivers may only know that one. */
const tooManySecrets = (endsAtMs: EpochMs): Refusal =>
  refusalSaying(
    'Conflict',
    `${MOST_PREVIOUS + 1} secrets sign until ${isoTime(endsAtMs)}. Wait, or pass 0 as \`overlapSeconds\` to end the earlier ones now.`,
  )

/**
 * The keys that sign before a rotation, sealed. With a rotation that isn't over, these are the keys of both: the
 * response with the newest secret may have been lost, and receivers only know the one before. If this process lacks
 * the key for one of them, only the newest are kept. Conflict if too many secrets would sign.
 */
const keysBefore = (
  keyRing: KeyRing,
  endpoint: WebhookEndpoint,
  nowMs: EpochMs,
  seal: (text: string) => string,
): E.Either<Refusal, string> => {
  const sealed = signingSecrets(endpoint, nowMs)
  if (sealed.length === 1) return E.right(endpoint.sealedSecret)
  const opened = sealed.map((one) => keyRing.open(one, secretContext(endpoint.endpointId)))
  const keys = opened.flatMap((one) => (E.isRight(one) ? splitKeys(one.right) : []))
  if (!opened.every(E.isRight)) return E.right(endpoint.sealedSecret)
  return keys.filter(isSecret).length > MOST_PREVIOUS
    ? E.left(tooManySecrets(endpoint.previousSecret?.endsAtMs ?? nowMs))
    : E.right(seal(keys.join(' ')))
}

/**
 * Creates a new secret, with a new key pair if the endpoint has one or the call wants one. All earlier keys that sign
 * now sign until the overlap ends, of at most a day; an overlap of 0 ends them at once.
 */
export const rotateWebhookSecretEntry = entryOf('Webhooks', 'rotateWebhookSecret', {
  ...ENDPOINTS_AGENTS_TOO,
  ...CHANGE,
  effect: 'changes',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'The new secret and all that signed before, at most six, sign until the overlap ends, so that receivers can change theirs. A public key is replaced too.',
  stepUp: true,
  success: 'The new secret signs from now on. `secret` is shown only in this response.',
  whileSuspended: false,
  request: mutationRequest({ ...seen, overlapSeconds: secretOverlapSeconds }, { withPublicKey }),
  result: mutationResult({ endpoint: endpointShape, secret: endpointSecret }, {}),
})

export const rotateWebhookSecret = mutation(rotateWebhookSecretEntry, {
  lock: 'shared',
  run: async (unit, call, { webhooks, keyRing }) => {
    const found = await seenEndpoint(unit, call)
    if (E.isLeft(found)) return found
    const { endpointId: id } = found.right
    const endsAtMs = call.nowMs + call.request.overlapSeconds * SECOND_MS
    const secret = webhooks.newSecret()
    const { withPublicKey: isWanted = found.right.publicKey !== undefined } = call.request
    const pair = isWanted ? webhooks.newKeyPair() : undefined
    const sealed = (text: string): string => keyRing.seal(text, secretContext(id), unit.sealingKey)
    const overlaps = endsAtMs > call.nowMs
    const before = overlaps ? keysBefore(keyRing, found.right, call.nowMs, sealed) : E.right('')
    if (E.isLeft(before)) return before
    const next = {
      ...found.right,
      sealedSecret: sealed(joinKeys(secret, pair)),
      publicKey: pair?.publicKey,
      previousSecret: overlaps ? { sealed: before.right, endsAtMs } : undefined,
    }
    const { result, about } = changed(unit, next, {})
    return E.right({ result: { ...result, secret }, about })
  },
})
