import type * as t from 'io-ts'
import type { AuditEntry } from '../../../audit/domain/chain.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import type { ProcessingFailures } from '../../../providers/domain/calls/dead-letter.js'
import type { LedgerEvent } from '../../../ledger/domain/ledger-event.js'
import type { MessageState } from '../../../kernel/messages/message-state.js'
import type { Message } from '../../domain/messages/message.js'
import type { Receipt, ReceiptStatus } from '../../../providers/domain/receipts/receipt.js'
import { detailWith } from '../../../providers/domain/calls/provider-reason.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { traceFields } from './shapes.js'
import { present } from '../../../kernel/present.js'

/** All records of a message; see the port ReconciliationStorage. */
export interface MessageRecords {
  readonly message: Message
  readonly attempts: readonly Attempt[]
  readonly events: readonly LedgerEvent[]
  readonly receipts: readonly Receipt[]
  readonly failures: ProcessingFailures | undefined
  readonly acts: readonly AuditEntry[]
}

type Entry = t.TypeOf<(typeof traceFields)['timeline']>[number]

/** An entry before sorting. */
interface Happened {
  readonly atMs: EpochMs
  readonly entry: Omit<Entry, 'at'>
}

const happened = (atMs: EpochMs, entry: Happened['entry']): Happened => ({ atMs, entry })

const ofAttempt = (attempt: Attempt): readonly Happened[] => {
  const { number, providerAccountId, phase, startedAtMs, endedAtMs, providerMessageId, detail } = attempt
  const about = { attempt: number, providerAccountId }
  const begun = happened(startedAtMs, { kind: 'attempt_begun', ...about })
  if (endedAtMs === undefined) return [begun]
  const state = phase === 'accepted' ? { state: 'SUBMITTED' } : {}
  const ended = {
    kind: 'attempt_ended',
    ...about,
    outcome: phase,
    ...state,
    ...present({ providerMessageId, detail }),
  }
  return [begun, happened(endedAtMs, ended)]
}

const REPORTED_STATES: Readonly<Record<ReceiptStatus, MessageState>> = {
  accepted: 'SUBMITTED',
  delivered: 'DELIVERED',
  read: 'READ',
  undelivered: 'UNDELIVERED',
}

const ofReceipt = (receipt: Receipt): Happened =>
  happened(receipt.receivedAtMs, {
    kind: 'receipt',
    receiptId: receipt.receiptId,
    providerAccountId: receipt.providerAccountId,
    reported: receipt.status,
    outcome: receipt.state,
    ...(receipt.state === 'applied' ? { state: REPORTED_STATES[receipt.status] } : {}),
    ...present({
      providerMessageId: receipt.providerMessageId,
      failureCode: receipt.failureCode,
      detail: receipt.reason && detailWith(receipt.reason.code, receipt.reason),
    }),
  })

const ofEvent = ({ occurredAtMs, entryId, type, amountMinor, currency }: LedgerEvent): Happened =>
  happened(occurredAtMs, { kind: 'ledger', entryId, entryType: type, amountMinor, currency })

const ofFailures = ({ lastAtMs, deadAtMs, stage }: ProcessingFailures): readonly Happened[] => [
  happened(lastAtMs, { kind: 'processing_failed', stage }),
  ...(deadAtMs === undefined ? [] : [happened(deadAtMs, { kind: 'dead_letter', stage })]),
]

const ofAct = ({ atMs, auditId, action, actor, outcome, reason, details }: AuditEntry): Happened =>
  happened(atMs, {
    kind: 'act',
    auditId,
    action,
    actor: `${actor.kind} ${actor.id}`,
    outcome,
    ...present({ reason }),
    ...(typeof details['evidence'] === 'string' ? { evidence: details['evidence'] } : {}),
    ...(typeof details['became'] === 'string' ? { state: details['became'] } : {}),
  })

const ofMessage = ({ acceptedAtMs, updatedAtMs, state, failureCode }: Message): readonly Happened[] => [
  happened(acceptedAtMs, { kind: 'accepted', state: 'ACCEPTED' }),
  ...(state === 'ACCEPTED'
    ? []
    : [
        happened(updatedAtMs, {
          kind: 'state',
          state,
          ...present({ failureCode }),
        }),
      ]),
]

/**
 * The recorded steps of a message in chronological order. Of steps at the same time, causes come before their
 * effects. The current state has the time at which the message reached it.
 */
export const timelineOf = (traced: MessageRecords): readonly Entry[] => {
  const [accepted, ...states] = ofMessage(traced.message)
  const all = [
    ...(accepted === undefined ? [] : [accepted]),
    ...traced.attempts.flatMap(ofAttempt),
    ...traced.receipts.map(ofReceipt),
    ...(traced.failures === undefined || traced.failures.failures === 0 ? [] : ofFailures(traced.failures)),
    ...traced.acts.map(ofAct),
    ...traced.events.map(ofEvent),
    ...states,
  ]
  return all
    .toSorted((one, other) => one.atMs - other.atMs)
    .map(({ atMs, entry }) => ({ at: isoTime(atMs), ...entry }))
}
