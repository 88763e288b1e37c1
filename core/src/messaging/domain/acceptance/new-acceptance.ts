import type { Digest } from '../../../kernel/digests/digest.js'
import type { LedgerEvent } from '../../../ledger/domain/ledger-event.js'
import type { Message } from '../messages/message.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** A complete acceptance to write: idempotency record, message, reservation and outbox row. */
export interface NewAcceptance {
  readonly key: Digest
  readonly material: Digest
  readonly message: Message
  readonly reservation: LedgerEvent
}

/** A batch's receipt to write. */
export interface NewReceipt {
  readonly key: Digest
  readonly material: Digest
  readonly createdAtMs: EpochMs
}
