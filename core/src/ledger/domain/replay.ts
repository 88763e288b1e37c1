import { eventDigest } from './chain.js'
import { type Digest, GENESIS_DIGEST, type Sha256 } from '../../kernel/digests/digest.js'
import type { LedgerEvent } from './ledger-event.js'
import { applyEvent } from './post.js'

/** Amounts recomputed from an account's events up to a sequence number. */
export interface ReplayedFigures {
  readonly seq: number
  readonly postedMinor: number
  readonly reservedMinor: number
  readonly digest: Digest
}

export const EMPTY_TALLY: ReplayedFigures = {
  seq: 0,
  postedMinor: 0,
  reservedMinor: 0,
  digest: GENESIS_DIGEST,
}

/** A tally, and the first problem found, as a sentence. */
export interface LedgerReplay {
  readonly tally: ReplayedFigures
  readonly finding: string | undefined
}

const examine = (tally: ReplayedFigures, event: LedgerEvent, sha256: Sha256): string | undefined => {
  if (event.seq !== tally.seq + 1)
    return `event ${tally.seq + 1} is missing: event ${event.seq} follows event ${tally.seq}`
  if (eventDigest(tally.digest, event, sha256) !== event.digest)
    return `event ${event.seq} does not match its digest`
  const { postedMinor, reservedMinor } = applyEvent(tally, event.type, event.amountMinor)
  const isSound = reservedMinor >= 0 && postedMinor >= reservedMinor
  return isSound ? undefined : `event ${event.seq} takes the account below zero`
}

/**
 * Adds the next events of an account and checks that each follows from the previous one
 * (docs/api/money#ledger).
 */
export const replay = (
  from: ReplayedFigures,
  events: readonly LedgerEvent[],
  sha256: Sha256,
): LedgerReplay => {
  let tally = from
  for (const event of events) {
    const finding = examine(tally, event, sha256)
    if (finding !== undefined) return { tally, finding }
    tally = { ...applyEvent(tally, event.type, event.amountMinor), seq: event.seq, digest: event.digest }
  }
  return { tally, finding: undefined }
}

/** The difference between an account and its recomputed ledger, as a sentence; undefined if there is none. */
export const compareWithAccount = (
  tally: ReplayedFigures,
  account: {
    readonly postedMinor: number
    readonly reservedMinor: number
    readonly headDigest: Digest
    readonly version: number
  },
): string | undefined => {
  if (tally.seq !== account.version)
    return `the ledger ends at event ${tally.seq}, but the account's last event is ${account.version}`
  if (tally.postedMinor !== account.postedMinor)
    return `posted is ${account.postedMinor}, but the ledger has ${tally.postedMinor}`
  if (tally.reservedMinor !== account.reservedMinor) {
    return `reserved is ${account.reservedMinor}, but the ledger has ${tally.reservedMinor}`
  }
  return tally.digest === account.headDigest ? undefined : 'the head of the chain differs'
}
