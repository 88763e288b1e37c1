import type { AcceptedAnswer } from '../../domain/acceptance/candidate.js'
import {
  type BatchItem,
  batchProblems,
  expandBatch,
  type ExpandedItem,
} from '../../domain/acceptance/expand-batch.js'
import type { PendingItem } from '../../domain/acceptance/pending-item.js'
import { addressed, type AddressedRequest } from '../../domain/messages/send-request.js'
import type { Channel } from '../../../channels/channels.js'
import {
  batchDigest,
  batchItemKey,
  idempotencyIdentity,
  materialDigest,
} from '../../domain/messages/idempotency.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../../kernel/refusals/refusal.js'
import { type TraceContext, UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E, type TE } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { type Acceptor, newIdentity } from '../acceptance/acceptor.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import { type Granted, scopeOf } from '../../../identity/use-cases/credentials/read-as.js'
import { withCurrentNumbers } from '../../../channels/with-current-numbers.js'
import { addressRecipient, checkScope } from '../acceptance/address-request.js'
import { inspectBatch } from './inspect-sends.js'

/** The result of one message of a batch; `index` counts the expanded messages from 0. */
export interface BatchItemAnswer {
  readonly index: number
  readonly channel: Channel
  readonly answer: E.Either<Refusal, AcceptedAnswer>
}

/** Checks the number of messages of a call before anything else is done. */
export type Admission = (messages: number) => Promise<E.Either<Refusal | Outage, void>>

interface Needs {
  readonly ids: Ids
  readonly timers: Timers
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
}

const addressAll = (
  { phoneNumbers }: Needs,
  items: readonly ExpandedItem[],
): E.Either<Refusal, readonly AddressedRequest[]> => {
  const requests: AddressedRequest[] = []
  for (const { request, places } of items) {
    const recipient = addressRecipient(request.channel, request.to, places.to, phoneNumbers)
    if (E.isLeft(recipient)) return recipient
    requests.push(addressed(request, recipient.right))
  }
  return E.right(requests)
}

/**
 * In a batch whose variables have more characters than this, other work gets a turn before the digest of each
 * message.
 */
const LARGE_CHARACTERS = 64 * 1024

const isLarge = (requests: readonly AddressedRequest[]): boolean => {
  let characters = 0
  for (const { variables } of requests)
    for (const value of Object.values(variables)) characters += value.length
  return characters > LARGE_CHARACTERS
}

const toItems = async (
  needs: Needs,
  caller: Server,
  key: string,
  expanded: readonly ExpandedItem[],
  requests: readonly AddressedRequest[],
  trace: TraceContext,
): Promise<readonly PendingItem[]> => {
  const { sha256 } = needs.digests
  const scope = scopeOf(caller)
  const rest = isLarge(requests)
    ? () => new Promise<void>((resolve) => needs.timers.soon(resolve))
    : undefined
  const items: PendingItem[] = []
  for (const [index, { legacySenderId, places }] of expanded.entries()) {
    const request = requests[index]
    if (request === undefined) continue
    if (rest !== undefined) await rest()
    items.push({
      ...newIdentity(needs),
      request,
      key: batchItemKey(scope, key, index, sha256),
      material: materialDigest(request, sha256),
      otp: undefined,
      legacySenderId,
      place: { _tag: 'BatchItem', places },
      trace,
    })
  }
  return items
}

/**
 * Accepts all acceptable messages of a batch in one transaction (docs/api/sending#batches). Left if the whole
 * batch fails; nothing was written then. Right: the result of each message, in the order of expansion. The
 * same batch with the same key replays what was accepted and tries the rest again; another batch with the key
 * is IdempotencyConflict. `admit` is called once, when the number of messages is known. `trace` stays with
 * each of them.
 */
export const sendBatch =
  (needs: Needs, acceptance: Acceptor) =>
  (
    caller: Granted<'messages.send'>,
    key: string,
    items: readonly BatchItem[],
    admit: Admission,
    trace: TraceContext = UNTRACED,
  ): TE.TaskEither<Refusal | Outage, readonly BatchItemAnswer[]> =>
  async () => {
    const { projectId, appId } = caller.credential
    if (batchProblems(items).length > 0) return E.left(invalidRequest(inspectBatch(needs)(items)))
    const expanded = expandBatch(items, { projectId, appId })
    const admitted = await admit(expanded.length)
    if (E.isLeft(admitted)) return admitted
    const requests = await withCurrentNumbers(needs.phoneNumbers, () => addressAll(needs, expanded))
    if (E.isLeft(requests)) return E.left(invalidRequest(inspectBatch(needs)(items)))
    for (const request of requests.right) {
      const within = checkScope(caller, request)
      if (E.isLeft(within)) return within
    }
    const pending = await toItems(needs, caller, key, expanded, requests.right, trace)
    const { sha256 } = needs.digests
    const receipt = {
      key: idempotencyIdentity(scopeOf(caller), 'batch', key, sha256),
      material: batchDigest(
        pending.map(({ material }) => material),
        sha256,
      ),
    }
    const answered = await acceptance.submit({ caller, items: pending, receipt })
    if (E.isLeft(answered)) return answered
    return E.right(
      expanded.flatMap(({ request: { channel } }, index) => {
        const answer = answered.right[index]
        return answer === undefined ? [] : [{ index, channel, answer }]
      }),
    )
  }
