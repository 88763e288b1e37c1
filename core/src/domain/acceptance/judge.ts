import type { AppId, EntryId, MessageId, OrganizationId } from '../ids/id.js'
import { type Account, accountKey } from '../ledger/account.js'
import type { Digest, Sha256 } from '../ledger/digest.js'
import { post } from '../ledger/post.js'
import type { LedgerEvent } from '../ledger/ledger-event.js'
import { canReserve } from '../ledger/reserve.js'
import type { Charge, Message } from '../messages/message.js'
import { type Refusal, refusal } from '../refusals/refusal.js'
import { type EpochMs, HOUR_MS } from '../time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Quote } from './quote.js'
import type { AddressedRequest } from './send-request.js'

/** How long a message may wait for a provider (decisions 3). */
export const VALIDITY_MS = 48 * HOUR_MS

/** A request with everything that was worked out before the transaction. */
export interface Candidate {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  /** Used if it is accepted. */
  readonly messageId: MessageId
  readonly entryId: EntryId
  readonly quoted: E.Either<Refusal, Quote>
}

/** What an acceptance under a key has answered. */
export interface AcceptedAnswer {
  readonly messageId: MessageId
  readonly acceptedAtMs: EpochMs
  readonly charge: Charge
  readonly replayed: boolean
}

/** An acceptance to be written; the port AcceptanceStorage takes it as it is. */
export interface NewAcceptance {
  readonly key: Digest
  readonly material: Digest
  readonly message: Message
  readonly reservation: LedgerEvent
}

/** What an earlier acceptance left behind. */
export interface EarlierAcceptance {
  readonly material: Digest
  readonly messageId: MessageId
  readonly acceptedAtMs: EpochMs
  readonly charge: Charge
}

export interface Verdicts {
  /** One for each candidate, in order. */
  readonly answers: ReadonlyArray<E.Either<Refusal, AcceptedAnswer>>
  readonly acceptances: readonly NewAcceptance[]
  /** The accounts that were charged, as they stand afterwards. */
  readonly accounts: readonly Account[]
}

const toMessage = ({ request, ...of }: Candidate, quote: Quote, nowMs: EpochMs): Message => ({
  messageId: of.messageId,
  organizationId: of.organizationId,
  appId: of.appId,
  channel: request.channel,
  lane: quote.lane,
  to: request.recipient.to,
  recipientName: request.recipientName,
  templateId: quote.template.version.templateId,
  templateVersionId: quote.template.version.templateVersionId,
  variables: request.variables,
  clientReference: request.clientReference,
  units: quote.units,
  charge: quote.charge,
  billing: 'provisional',
  state: 'ACCEPTED',
  failureCode: undefined,
  attempt: 0,
  leaseUntilMs: 0,
  acceptedAtMs: nowMs,
  updatedAtMs: nowMs,
  expiresAtMs: nowMs + VALIDITY_MS,
})

const replay = (candidate: Candidate, earlier: EarlierAcceptance): E.Either<Refusal, AcceptedAnswer> => {
  if (earlier.material !== candidate.material) return E.left(refusal('IdempotencyConflict'))
  const { messageId, acceptedAtMs, charge } = earlier
  return E.right({ messageId, acceptedAtMs, charge, replayed: true })
}

/**
 * Judges candidates one after another, as if each had come alone: a key that was used replays or conflicts,
 * whatever has changed since (specification 4.5); what cannot be paid for is refused; the rest is reserved and
 * accepted. Pure: the same arguments give the same verdicts.
 */
export const judge = (
  candidates: readonly Candidate[],
  known: {
    readonly accepted: ReadonlyMap<Digest, EarlierAcceptance>
    readonly accounts: ReadonlyMap<string, Account>
  },
  nowMs: EpochMs,
  sha256: Sha256,
): Verdicts => {
  const charged = new Map<string, Account>()
  const acceptances: NewAcceptance[] = []
  const inThisBatch = new Map<Digest, EarlierAcceptance>()

  const judgeOne = (candidate: Candidate): E.Either<Refusal, AcceptedAnswer> => {
    const earlier = known.accepted.get(candidate.key) ?? inThisBatch.get(candidate.key)
    if (earlier !== undefined) return replay(candidate, earlier)
    if (E.isLeft(candidate.quoted)) return candidate.quoted
    const { charge } = candidate.quoted.right
    const keyOfAccount = accountKey({ organizationId: candidate.organizationId, currency: charge.currency })
    const account = charged.get(keyOfAccount) ?? known.accounts.get(keyOfAccount)
    if (!canReserve(account, charge.amountMinor)) return E.left(refusal('InsufficientBalance'))

    const { appId, messageId, entryId } = candidate
    const { amountMinor } = charge
    const booked = post(
      account,
      { entryId, type: 'reservation', amountMinor, appId, messageId },
      nowMs,
      sha256,
    )
    const message = toMessage(candidate, candidate.quoted.right, nowMs)
    charged.set(keyOfAccount, booked.account)
    acceptances.push({ key: candidate.key, material: candidate.material, message, reservation: booked.event })
    const answer = { messageId, acceptedAtMs: nowMs, charge }
    inThisBatch.set(candidate.key, { ...answer, material: candidate.material })
    return E.right({ ...answer, replayed: false })
  }

  const answers = candidates.map(judgeOne)
  return { answers, acceptances, accounts: [...charged.values()] }
}
