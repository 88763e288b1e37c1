import type { Account } from '@postrider/core/ledger/domain/account'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import { post, type Posting } from '@postrider/core/ledger/domain/post'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { fresh, NOW_MS } from './fresh.js'
import { sha256 } from './sha256.js'

/** An account after an event, and the event, chained to the account's last one. */
export interface Posted {
  readonly account: Account
  readonly event: LedgerEvent
}

/** Books an event on the account; by default a credit of 100 rupees. */
export const aPosting = (account: Account, overrides: Partial<Posting> = {}, nowMs = NOW_MS): Posted =>
  post(
    account,
    { entryId: fresh.id('ent'), type: 'credit', amountMinor: 10_000, ...overrides },
    nowMs,
    sha256,
  )

/** Reserves the price of the message. */
export const aReservation = (account: Account, message: Message): Posted =>
  aPosting(
    account,
    {
      type: 'reservation',
      amountMinor: message.charge.amountMinor,
      appId: message.appId,
      messageId: message.messageId,
    },
    message.acceptedAtMs,
  )

/** Closes a reservation: settles or releases all of it. */
export const aClosing = (
  account: Account,
  type: 'settlement' | 'release',
  reservation: LedgerEvent,
  nowMs = reservation.occurredAtMs,
): Posted =>
  aPosting(
    account,
    {
      type,
      amountMinor: reservation.amountMinor,
      appId: reservation.appId,
      messageId: reservation.messageId,
      relatedEntryId: reservation.entryId,
    },
    nowMs,
  )
