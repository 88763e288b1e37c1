import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import { unless } from './findings.js'
import { CREDIT_MINOR } from './provision.js'

/** A call was started for it, and its outcome isn't stored. */
export const isInterrupted = ({ message, attempts }: MessageEvidence): boolean =>
  message.state === 'ACCEPTED' && attempts.at(-1)?.phase === 'intent'

const checkSent = (
  { message: { messageId, state, billing } }: MessageEvidence,
  sends: number,
): readonly Violation[] => [
  ...unless(
    state === 'DELIVERED' && billing === 'settled',
    'D-1',
    messageId,
    `is ${state} and ${billing} at the end`,
  ),
  ...unless(sends === 1, 'D-2', messageId, `was sent ${sends} times`),
]

/**
 * The provider has no queries and would send again, so the message is neither called again nor reported as
 * failed.
 */
const checkUnconfirmed = (
  { message: { messageId, state, billing } }: MessageEvidence,
  sends: number,
): readonly Violation[] => [
  ...unless(
    state === 'UNCONFIRMED' && billing === 'provisional',
    'D-2',
    messageId,
    `is ${state} and ${billing}`,
  ),
  ...unless(sends <= 1, 'D-2', messageId, `was sent ${sends} times after an interrupted call`),
]

/**
 * Checks that every message is delivered, settled and really sent once, by the provider's own log. Those of
 * `unconfirmed` are unconfirmed instead, and sent at most once.
 */
export const checkOutcomes = (
  evidence: readonly MessageEvidence[],
  sends: ReadonlyMap<string, number>,
  unconfirmed: ReadonlySet<string>,
): readonly Violation[] => {
  const known = new Set<string>(evidence.map(({ message }) => message.messageId))
  return [
    ...evidence.flatMap((one) => {
      const { messageId } = one.message
      const check = unconfirmed.has(messageId) ? checkUnconfirmed : checkSent
      return check(one, sends.get(messageId) ?? 0)
    }),
    ...[...sends.keys()].flatMap((id) =>
      unless(known.has(id), 'D-1', id, 'was sent and is not in the database'),
    ),
  ]
}

/** Checks that the client's balance matches its messages (M-1, M-2). */
export const checkBalance = (
  evidence: readonly MessageEvidence[],
  balance: Readonly<Record<string, unknown>>,
): readonly Violation[] => {
  const sum = (billing: string): number =>
    evidence
      .filter(({ message }) => message.billing === billing)
      .reduce((total, { message }) => total + message.charge.amountMinor, 0)
  const expected = { posted: CREDIT_MINOR - sum('settled'), reserved: sum('provisional') }
  const { postedMinor, reservedMinor, availableMinor } = balance
  return [
    ...unless(
      postedMinor === expected.posted,
      'M-2',
      'posted',
      `${String(postedMinor)}, not ${expected.posted}`,
    ),
    ...unless(
      reservedMinor === expected.reserved,
      'M-1',
      'reserved',
      `${String(reservedMinor)}, not ${expected.reserved}`,
    ),
    ...unless(
      availableMinor === expected.posted - expected.reserved,
      'M-2',
      'available',
      `${String(availableMinor)} is not posted minus reserved`,
    ),
  ]
}

/**
 * Checks that after the reconciliation window an unconfirmed message has failed and is refunded
 * (docs/api/delivery#unknown-outcomes).
 */
export const checkGivenUp = (
  evidence: readonly MessageEvidence[],
  unconfirmed: ReadonlySet<string>,
): readonly Violation[] =>
  evidence
    .filter(({ message }) => unconfirmed.has(message.messageId))
    .flatMap(({ message: { messageId, state, failureCode, billing } }) =>
      unless(
        state === 'FAILED' && failureCode === 'outcome_unknown' && billing === 'released',
        'D-1',
        messageId,
        `is ${state} and ${billing} after the reconciliation window`,
      ),
    )
