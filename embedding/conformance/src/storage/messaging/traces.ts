import type { AccountKey } from '@postrider/core/ledger/domain/account'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { right } from '../../outcome.js'
import { payingAccountOf, type AcceptanceRequest } from './accepting.js'

const PAGE = 500

/** Every message with its related records, in the order of ids. */
export const allEvidence = async (storage: Storage, page = PAGE): Promise<readonly MessageEvidence[]> => {
  const all: MessageEvidence[] = []
  for (;;) {
    const rows = await right(storage.evidence.messages(all.at(-1)?.message.messageId, page))
    all.push(...rows)
    if (rows.length === 0) return all
  }
}

/** All records of one message, or undefined. */
export const evidenceOf = async (
  storage: Storage,
  messageId: MessageId,
): Promise<MessageEvidence | undefined> =>
  (await allEvidence(storage)).find((evidence) => evidence.message.messageId === messageId)

/** All events of an account. */
export const allEvents = (storage: Storage, key: AccountKey): Promise<readonly LedgerEvent[]> =>
  right(storage.ledger.events(key, 0, 100_000))

/** Rows without their message, by table; there should be none. */
export const strayRows = async (storage: Storage) =>
  (await right(storage.evidence.strays())).filter(({ count }) => count > 0)

/** All records that an acceptance may have left. */
export const tracesOf = async (storage: Storage, { key, message }: AcceptanceRequest) => ({
  accepted: (await right(storage.acceptance.findAccepted([key]))).has(key),
  message: (await evidenceOf(storage, message.messageId)) !== undefined,
  events: (await allEvents(storage, payingAccountOf(message))).filter(
    (event) => event.messageId === message.messageId,
  ).length,
  strays: await strayRows(storage),
})

export const NO_TRACES = { accepted: false, message: false, events: 0, strays: [] }
