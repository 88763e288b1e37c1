import { type AcceptedAnswer, judge } from '../../domain/acceptance/judge.js'
import { accountKey, type AccountKey } from '../../domain/ledger/account.js'
import type { BatchFailed, Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type {
  AcceptanceInquiry,
  AcceptanceKnown,
  AcceptancePlan,
} from '../../ports/storage/acceptance-storage.js'
import type { Ready } from './prepare-item.js'
import { resolveUnknownCommit } from './resolve-unknown-commit.js'

/** What a request is answered. */
export type Answer = E.Either<Refusal | Outage, AcceptedAnswer>

/** Judged and written, or nothing done because the catalog is newer than the candidates. */
export type Written =
  | { readonly _tag: 'Stale'; readonly epoch: number }
  | { readonly _tag: 'Judged'; readonly answers: readonly Answer[] }

type Needs = Pick<Ports, 'storage' | 'clock' | 'digests' | 'timers'>

/** The keys to look up and the accounts to lock, each once. */
const inquiryOf = (ready: readonly Ready[]): AcceptanceInquiry => {
  const accounts = new Map<string, AccountKey>()
  for (const { candidate } of ready) {
    if (E.isLeft(candidate.quoted)) continue
    const key = { organizationId: candidate.organizationId, currency: candidate.quoted.right.charge.currency }
    accounts.set(accountKey(key), key)
  }
  return { keys: [...new Set(ready.map(({ candidate }) => candidate.key))], accounts: [...accounts.values()] }
}

const decide =
  ({ clock, digests }: Needs, ready: readonly Ready[]) =>
  (known: AcceptanceKnown): AcceptancePlan<Written> => {
    const isStale = ready.some(({ epoch }) => epoch < known.catalogEpoch)
    if (isStale)
      return { acceptances: [], accounts: [], result: { _tag: 'Stale', epoch: known.catalogEpoch } }
    const candidates = ready.map(({ candidate }) => candidate)
    const { answers, ...writes } = judge(candidates, known, clock.nowMs(), digests.sha256)
    return { ...writes, result: { _tag: 'Judged', answers } }
  }

/**
 * Writes candidates in one transaction. A batch that the database refuses is halved until the item that spoils it
 * is alone: then it is a bug that its own request meets, and the others are none the worse.
 */
export const writeAcceptances = (needs: Needs): ((ready: readonly Ready[]) => Promise<Written>) => {
  const write = async (ready: readonly Ready[]): Promise<Written> => {
    if (ready.length === 0) return { _tag: 'Judged', answers: [] }
    const done = await needs.storage.acceptance.accept(inquiryOf(ready), decide(needs, ready))()
    if (E.isRight(done)) return done.right
    const failure = done.left
    if (failure._tag === 'BatchFailed') return writeHalves(ready, failure)
    if (failure._tag === 'StorageUnavailable')
      return { _tag: 'Judged', answers: ready.map(() => E.left(failure)) }
    const candidates = ready.map(({ candidate }) => candidate)
    return { _tag: 'Judged', answers: await resolveUnknownCommit(needs, candidates, failure) }
  }

  const writeHalves = async (ready: readonly Ready[], failure: BatchFailed): Promise<Written> => {
    if (ready.length === 1) return { _tag: 'Judged', answers: [E.left(failure)] }
    const middle = Math.ceil(ready.length / 2)
    const first = await write(ready.slice(0, middle))
    const second = await write(ready.slice(middle))
    const answersOf = (half: Written, of: number): readonly Answer[] =>
      half._tag === 'Judged' ? half.answers : Array.from({ length: of }, () => E.left(newerCatalog))
    return {
      _tag: 'Judged',
      answers: [...answersOf(first, middle), ...answersOf(second, ready.length - middle)],
    }
  }

  return write
}

const newerCatalog: Outage = {
  _tag: 'Overloaded',
  cause: 'the catalog changed while a batch was being divided',
}
