import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import type { Try } from './client.js'
import type { MessageCrashPoint } from './crash-point.js'
import type { Snapshot } from './evidence.js'
import { unless } from './findings.js'
import type { ProviderMode } from './provider-log.js'

/** The facts of one crash: its subjects, the state after the kill, and the final state. */
export interface Aftermath {
  readonly mode: ProviderMode
  readonly subjects: readonly string[]
  /** The client's requests since the start of the load during which the host was killed. */
  readonly history: readonly Try[]
  readonly wreck: Snapshot
  readonly settled: Snapshot
}

type Expectation = (aftermath: Aftermath) => readonly Violation[]

const find = ({ evidence }: Snapshot, id: string): MessageEvidence | undefined =>
  evidence.find(({ message }) => message.messageId === id)

const phaseOf = (snapshot: Snapshot, id: string): string =>
  find(snapshot, id)?.attempts.at(-1)?.phase ?? 'no attempt'

/** Checks something for each subject. */
const ofEach =
  (invariant: string, holds: (aftermath: Aftermath, id: string) => boolean, finding: string): Expectation =>
  (aftermath) =>
    aftermath.subjects.flatMap((id) => unless(holds(aftermath, id), invariant, id, finding))

const all =
  (...expectations: readonly Expectation[]): Expectation =>
  (aftermath) =>
    expectations.flatMap((expectation) => expectation(aftermath))

const sentOnce: Expectation = ofEach(
  'D-2',
  ({ settled }, id) => find(settled, id)?.message.state === 'DELIVERED' && settled.sends.get(id) === 1,
  'was not delivered and sent exactly once',
)

const untouched = ofEach(
  'D-2',
  ({ wreck }, id) => phaseOf(wreck, id) === 'no attempt' && !wreck.sends.has(id),
  'was attempted before its intent was written',
)

const intended = ofEach('D-2', ({ wreck }, id) => phaseOf(wreck, id) === 'intent', 'had no intent on disk')

/** An interrupted call: unknown in plain mode. A provider with queries makes it exactly once. */
const unconfirmedOrOnce = ofEach(
  'D-2',
  ({ mode, settled }, id) =>
    mode === 'plain'
      ? find(settled, id)?.message.state === 'UNCONFIRMED'
      : find(settled, id)?.message.state === 'DELIVERED' && settled.sends.get(id) === 1,
  'is neither unconfirmed nor delivered exactly once',
)

const sentInWreck = (count: number) =>
  ofEach(
    'D-2',
    ({ wreck }, id) => (wreck.sends.get(id) ?? 0) === count,
    `was not sent ${count} times at the crash`,
  )

const entriesOf = ({ evidence }: Snapshot): ReadonlySet<string> =>
  new Set(evidence.flatMap(({ events }) => events.map(({ entryId }) => entryId)))

const receiptStates = ({ evidence }: Snapshot): ReadonlyMap<string, string> =>
  new Map(evidence.flatMap(({ receipts }) => receipts.map(({ receiptId, state }) => [receiptId, state])))

/**
 * The expectations of each point (docs/promises#crash-points), in addition to those of every crash. In plain
 * mode the stored data doesn't separate C8 from C9, so its messages end unconfirmed as well, though nothing
 * was sent.
 */
export const EXPECTATIONS: Readonly<Record<MessageCrashPoint, Expectation>> = {
  C0: ofEach(
    'M-1',
    ({ wreck, settled }, id) => find(wreck, id) === undefined && find(settled, id) === undefined,
    'exists, though its transaction never committed',
  ),
  C1: all(
    ofEach('D-1', ({ wreck }, id) => find(wreck, id) !== undefined, 'was committed and is not there'),
    ofEach(
      'I-1',
      ({ history }, id) =>
        history.filter(({ body }) => body['messageId'] === id).every(({ isReplay }) => isReplay),
      'was accepted a second time instead of replayed',
    ),
    sentOnce,
  ),
  C2: ({ history }) =>
    unless(
      history.some(({ status }) => status === 202),
      'D-1',
      'history',
      'no 202 had left before the crash',
    ),
  C3: all(untouched, sentOnce),
  C4: ofEach('D-1', ({ settled }, id) => (settled.sends.get(id) ?? 0) <= 1, 'was sent more than once'),
  C5: ofEach('D-1', ({ settled }, id) => (settled.sends.get(id) ?? 0) <= 1, 'was sent more than once'),
  C6: all(untouched, sentOnce),
  C7: all(untouched, sentOnce),
  // A message that is only claimed is never unknown. It is sent once, also by a provider without queries.
  C19: all(untouched, sentOnce),
  C20: all(untouched, sentOnce),
  C8: all(
    intended,
    sentInWreck(0),
    unconfirmedOrOnce,
    ofEach(
      'D-2',
      ({ mode, settled }, id) => mode !== 'plain' || !settled.sends.has(id),
      'was sent after all',
    ),
  ),
  C21: all(intended, sentInWreck(0), unconfirmedOrOnce),
  C9: all(intended, unconfirmedOrOnce),
  C10: all(intended, sentInWreck(1), unconfirmedOrOnce),
  C11: all(intended, sentInWreck(1), unconfirmedOrOnce),
  C12: all(
    ofEach('D-2', ({ wreck }, id) => phaseOf(wreck, id) === 'accepted', 'was recorded and is not on disk'),
    sentOnce,
  ),
  // A call's own concurrent outcome may apply the receipt too. Only the final state counts.
  C13: ofEach(
    'D-4',
    ({ mode, settled }, id) =>
      mode === 'plain' || (receiptStates(settled).get(id) ?? 'pending') !== 'pending',
    'was stored and never applied',
  ),
  C14: ofEach(
    'M-4',
    ({ wreck, settled }, id) => !entriesOf(wreck).has(id) && !entriesOf(settled).has(id),
    'is in the ledger, though its transaction never committed',
  ),
}
