import type { AppId, EntryId, MessageId } from '../../kernel/ids/id.js'
import { isAmount } from '../../kernel/money/money.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { type Account, type AccountKey, accountKey } from './account.js'
import { eventDigest } from './chain.js'
import { GENESIS_DIGEST, type Sha256 } from '../../kernel/digests/digest.js'
import type { LedgerEvent, LedgerEventType } from './ledger-event.js'

/** An amount to book, with its type. */
export interface Posting {
  readonly entryId: EntryId
  readonly type: LedgerEventType
  readonly amountMinor: number
  readonly appId?: AppId | undefined
  readonly messageId?: MessageId | undefined
  readonly relatedEntryId?: EntryId | undefined
}

/** An account without events. */
export const newAccount = ({ organizationId, environment, currency }: AccountKey): Account => ({
  organizationId,
  environment,
  currency,
  postedMinor: 0,
  reservedMinor: 0,
  version: 0,
  headDigest: GENESIS_DIGEST,
  lastEventAtMs: 0,
})

/** The effect of each type on the posted and reserved amounts. */
const EFFECT: Readonly<Record<LedgerEventType, { readonly posted: number; readonly reserved: number }>> = {
  credit: { posted: 1, reserved: 0 },
  debit: { posted: -1, reserved: 0 },
  reservation: { posted: 0, reserved: 1 },
  settlement: { posted: -1, reserved: -1 },
  release: { posted: 0, reserved: -1 },
}

/** The amounts after an event. Only this function defines the effect of an event on them. */
export const applyEvent = (
  figures: { readonly postedMinor: number; readonly reservedMinor: number },
  type: LedgerEventType,
  amountMinor: number,
): { readonly postedMinor: number; readonly reservedMinor: number } => ({
  postedMinor: figures.postedMinor + EFFECT[type].posted * amountMinor,
  reservedMinor: figures.reservedMinor + EFFECT[type].reserved * amountMinor,
})

/**
 * Books one event: it gets the account's next sequence number and is chained to its predecessor
 * (docs/api/money#ledger). The caller has already decided that it is allowed. Amounts outside the safe
 * integers or below zero are a bug.
 */
export const post = (
  account: Account,
  posting: Posting,
  nowMs: EpochMs,
  sha256: Sha256,
): { readonly account: Account; readonly event: LedgerEvent } => {
  const figures = applyEvent(account, posting.type, posting.amountMinor)
  const sound =
    isAmount(posting.amountMinor) &&
    isAmount(figures.postedMinor) &&
    isAmount(figures.reservedMinor) &&
    isAmount(figures.postedMinor - figures.reservedMinor)
  if (!sound) throw new Error(`a ${posting.type} would break account ${accountKey(account)}`)
  const { organizationId, environment, currency } = account
  const { entryId, type, amountMinor, appId, messageId, relatedEntryId } = posting
  const event = {
    entryId,
    organizationId,
    environment,
    currency,
    seq: account.version + 1,
    type,
    amountMinor,
    appId,
    messageId,
    relatedEntryId,
    occurredAtMs: Math.max(nowMs, account.lastEventAtMs),
    digest: GENESIS_DIGEST,
  }
  event.digest = eventDigest(account.headDigest, event, sha256)
  const { seq, occurredAtMs, digest } = event
  const { postedMinor, reservedMinor } = figures
  return {
    event,
    account: {
      organizationId,
      environment,
      currency,
      postedMinor,
      reservedMinor,
      version: seq,
      headDigest: digest,
      lastEventAtMs: occurredAtMs,
    },
  }
}
