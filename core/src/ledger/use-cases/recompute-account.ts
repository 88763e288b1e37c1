import type { Account, AccountKey } from '../domain/account.js'
import { compareWithAccount, replay, type ReplayedFigures } from '../domain/replay.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { LedgerStorage } from '../ports/ledger-storage.js'
import type { Digests } from '../../kernel/ports/digests.js'

/** The result of recomputing an account up to a position, with the problem as a sentence. */
export interface RecomputedAccount {
  readonly tally: ReplayedFigures
  readonly finding: string | undefined
  /** Whether every event up to the account's version was read. */
  readonly isComplete: boolean
}

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage }
  readonly digests: Digests
}

const PAGE = 1000

/**
 * Recomputes an account's events from a tally on, up to the account's version when it was read; newer events
 * are left for the next time. It stops after a given number of events, or at the first problem.
 */
export const recomputeAccount = async (
  { storage, digests }: Needs,
  account: Account,
  from: ReplayedFigures,
  mostEvents: number,
): Promise<E.Either<StorageUnavailable, RecomputedAccount>> => {
  const { organizationId, environment, currency } = account
  const key: AccountKey = { organizationId, environment, currency }
  let tally = from
  let seen = 0
  while (tally.seq < account.version && seen < mostEvents) {
    const limit = Math.min(PAGE, account.version - tally.seq, mostEvents - seen)
    const page = await storage.ledger.events(key, tally.seq, limit)()
    if (E.isLeft(page)) return page
    if (page.right.length === 0) {
      return E.right({ tally, finding: `event ${tally.seq + 1} is missing at the end`, isComplete: true })
    }
    const replayed = replay(tally, page.right, digests.sha256)
    tally = replayed.tally
    seen += page.right.length
    if (replayed.finding !== undefined) return E.right({ ...replayed, isComplete: true })
  }
  if (tally.seq < account.version) return E.right({ tally, finding: undefined, isComplete: false })
  const difference = compareWithAccount(tally, account)
  if (difference !== undefined) return E.right({ tally, finding: difference, isComplete: true })
  const beyond = await findBeyond({ storage, digests }, key, tally.seq)
  return E.isLeft(beyond) ? beyond : E.right({ tally, finding: beyond.right, isComplete: true })
}

/**
 * Checks events after the account's last one. They are fine if the account has advanced in the meantime,
 * because both are committed together. An event that the account doesn't count was inserted by other means.
 */
const findBeyond = async (
  { storage }: Needs,
  key: AccountKey,
  seq: number,
): Promise<E.Either<StorageUnavailable, string | undefined>> => {
  const next = await storage.ledger.events(key, seq, 1)()
  if (E.isLeft(next)) return next
  const [event] = next.right
  if (event === undefined) return E.right(undefined)
  const status = await storage.ledger.status(key)()
  if (E.isLeft(status)) return status
  const known = status.right.account?.version ?? 0
  return E.right(
    known >= event.seq ? undefined : `event ${event.seq} is after the account's last event, ${known}`,
  )
}
