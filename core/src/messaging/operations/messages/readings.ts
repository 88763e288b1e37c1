import { allowedDecisions } from '../../domain/dispatch/decisions.js'
import { ORPHAN_AFTER_MS, PAST_CHECK_MS } from '../../../providers/domain/calls/past-check.js'
import type { Id } from '../../../kernel/ids/id.js'
import { messageOperations } from './operations.js'
import { timelineOf } from './timeline-view.js'
import { acceptedWithView, deadLetterView, platformMessageView, receiptView } from './views.js'
import { waitingView } from './waiting-view.js'
import { E } from '../../../fp.js'
import type { OddReceipt, OddReceipts } from '../../ports/reconciliation-storage.js'
import {
  absent,
  type AuthorizedCall,
  type OperationNeeds,
  reading,
  shown,
} from '../../../runner/use-cases/implementation.js'
import { knownId, knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { boundedListing, listing, type Page } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { present } from '../../../kernel/present.js'

/** Messages of all Organizations, newest first; how many are looked at for a page is bounded. */
export const listMessages = boundedListing(messageOperations.listMessages, {
  positions: byId('msg'),
  query: ({ request }) => {
    const { channel, state, from: fromMs, to: toMs, pastCheck = false } = request
    const organizationId = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const appId = knownIdIfNamed('app', request.appId)
    if (E.isLeft(appId)) return appId
    const of = { organizationId: organizationId.right, appId: appId.right }
    return E.right({ ...of, channel, state, fromMs, toMs, pastCheck })
  },
  read: async ({ pastCheck, ...query }, { position: before, limit }, { storage }, { nowMs }) => {
    if (!pastCheck)
      return storage.reconciliation.messages({ ...query, unchangedSinceMs: undefined, before, limit })()
    const unconfirmed = { ...query, state: 'UNCONFIRMED', unchangedSinceMs: nowMs - PAST_CHECK_MS } as const
    const isNone = query.state !== undefined && query.state !== 'UNCONFIRMED'
    const read = await storage.reconciliation.messages({
      ...unconfirmed,
      before,
      limit: isNone ? 0 : limit,
    })()
    if (E.isLeft(read) || !isNone) return read
    const { epoch, value } = read.right
    return E.right({ epoch, value: { ...value, before: undefined } })
  },
  show: ({ messages }) => ({ messages: messages.map(platformMessageView) }),
})

/** A message's evidence, and what may be decided about it now. */
export const getMessageTrace = reading(messageOperations.getMessageTrace, {
  read: async ({ request }, { storage }) => {
    const messageId = knownId('msg', request.messageId)
    if (E.isLeft(messageId)) return messageId
    const read = await storage.reconciliation.trace(messageId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value: traced } = read.right
    if (traced === undefined) return absent(epoch)
    const { message, failures } = traced
    const decisions = allowedDecisions(message, failures)
    const isDead = failures !== undefined && decisions.includes(messageOperations.requeueDeadLetter.name)
    const waits = waitingView(traced)
    const result = {
      message: platformMessageView(message),
      acceptedWith: acceptedWithView(message),
      timeline: [...timelineOf(traced)],
      allowedDecisions: [...decisions],
      ...(isDead ? { deadLetter: deadLetterView(message, failures) } : {}),
      ...present({ waits }),
    }
    return shown(epoch, result)
  },
})

/** Dead letters that nobody has ended, in the order of their messages. */
export const listDeadLetters = listing(messageOperations.listDeadLetters, {
  positions: byId('msg'),
  read: (_query, { position, readAhead }, { storage }) =>
    storage.reconciliation.deadLetters(position, readAhead)(),
  positionOf: ({ failures }) => failures.messageId,
  show: (found) => ({ deadLetters: found.map(({ message, failures }) => deadLetterView(message, failures)) }),
})

/** Receipts of a state that were received so long ago. */
const receiptsOf = (state: OddReceipts['state'], youngestMs: number) => ({
  positions: byId('rct'),
  read: (
    _query: object,
    { position: after, readAhead: limit }: Page<Id<'rct'>>,
    { storage }: OperationNeeds,
    { nowMs }: AuthorizedCall<unknown>,
  ) => storage.reconciliation.oddReceipts({ state, beforeMs: nowMs - youngestMs, after, limit })(),
  positionOf: ({ receipt }: OddReceipt) => receipt.receiptId,
  show: (found: readonly OddReceipt[]) => ({
    receipts: found.map(({ receipt, message }) => receiptView(receipt, message)),
  }),
})

/** Receipts that were matched to no message for a while. */
export const listOrphanReceipts = listing(
  messageOperations.listOrphanReceipts,
  receiptsOf('pending', ORPHAN_AFTER_MS),
)

/** Receipts that say otherwise than their message's final state. */
export const listContradictoryReceipts = listing(
  messageOperations.listContradictoryReceipts,
  receiptsOf('contradicted', -1),
)
