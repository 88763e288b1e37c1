import type { AcceptedAnswer } from '../../domain/acceptance/judge.js'
import type { AddressedRequest, SendRequest } from '../../domain/acceptance/send-request.js'
import { idempotencyKey, materialDigest } from '../../domain/messages/idempotency.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { coalesce } from '../batching/coalesce.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Authentication, Caller } from '../credentials/authentication.js'
import { requireAction, scopeOf } from '../credentials/read-as.js'
import { acceptBatch } from './accept-batch.js'
import { addressRequest } from './address-request.js'
import type { AcceptanceItem } from './prepare-item.js'

/** How acceptances share transactions. */
export interface AcceptanceLimits {
  /** Transactions under way at once. */
  readonly lanes: number
  /** Requests in a transaction at the most. */
  readonly maxBatch: number
  /** Requests that may wait; more are answered 503. */
  readonly maxWaiting: number
}

/** One lane suits two cores: the hot account's row is locked by one transaction at a time anyway (performance 3.2). */
export const DEFAULT_ACCEPTANCE_LIMITS: AcceptanceLimits = { lanes: 1, maxBatch: 256, maxWaiting: 4096 }

/** A message that was accepted, now or earlier under the same key. */
export type { AcceptedAnswer } from '../../domain/acceptance/judge.js'

type Needs = Ports & { readonly limits: AcceptanceLimits }

const toItem = (
  { ids, digests }: Ports,
  caller: Caller,
  key: string,
  request: AddressedRequest,
): AcceptanceItem => ({
  caller,
  request,
  key: idempotencyKey(scopeOf(caller), 'messages', key, digests.sha256),
  material: materialDigest({ ...request, to: request.recipient.to }, digests.sha256),
  messageId: ids.next('msg'),
  entryId: ids.next('ent'),
})

/**
 * Accepts one message for dispatch (specification 4.2, 4.4, 4.5): right only after the message, its idempotency
 * record, its reservation and its outbox row are durable. The same key with the same material answers the same
 * again with `replayed`; with other material IdempotencyConflict. A refused request has written nothing and
 * consumes no key. Refusals: those of decisions 2 from ActionNotGranted on. Concurrent calls share transactions.
 */
export const acceptMessage = (
  { limits, ...ports }: Needs,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((
  caller: Caller,
  key: string,
  request: SendRequest,
) => TE.TaskEither<Refusal | Outage, AcceptedAnswer>) => {
  const { telemetry, timers, phoneNumbers } = ports
  const run = acceptBatch(ports, authentication, catalogs)
  const batches = coalesce({ ...limits, timers, run })
  return (caller, key, request) => async () => {
    const granted = requireAction(caller, 'messages.send')
    if (E.isLeft(granted)) return granted
    const addressed = addressRequest(caller, request, phoneNumbers)
    if (E.isLeft(addressed)) return addressed
    const done = await batches.submit(toItem(ports, caller, key, addressed.right))
    const answer = E.isLeft(done) ? done : done.right
    if (E.isRight(answer)) {
      telemetry.happened({ _tag: 'Accepted', channel: request.channel, replayed: answer.right.replayed })
    }
    return answer
  }
}
