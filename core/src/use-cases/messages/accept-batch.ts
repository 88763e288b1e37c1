import { type AcceptedAnswer, type Candidate, judge } from '../../domain/acceptance/judge.js'
import { quote } from '../../domain/acceptance/quote.js'
import type { AddressedRequest } from '../../domain/acceptance/send-request.js'
import type { PreparedCatalog } from '../../domain/catalog/prepared-catalog.js'
import type { EntryId, MessageId } from '../../domain/ids/id.js'
import { accountKey, type AccountKey } from '../../domain/ledger/account.js'
import type { Digest } from '../../domain/ledger/digest.js'
import type { BatchFailed, Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type {
  AcceptanceInquiry,
  AcceptanceKnown,
  AcceptancePlan,
} from '../../ports/storage/acceptance-storage.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Authentication, Caller } from '../credentials/authentication.js'
import { resolveUnknownCommit } from './resolve-unknown-commit.js'

/** A request that is ready to be judged. */
export interface AcceptanceItem {
  readonly caller: Caller
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  readonly messageId: MessageId
  readonly entryId: EntryId
}

/** What a request is answered. */
export type Answer = E.Either<Refusal | Outage, AcceptedAnswer>

/** A request on its way: a candidate as of an epoch, or answered already. */
type Prepared =
  | { readonly _tag: 'Ready'; readonly epoch: number; readonly candidate: Candidate }
  | { readonly _tag: 'Answered'; readonly answer: Answer }

type Ready = Extract<Prepared, { _tag: 'Ready' }>

/** How often a batch follows an epoch that moves while it is being prepared. */
const EPOCHS_FOLLOWED = 5

const answered = (answer: Answer): Prepared => ({ _tag: 'Answered', answer })

const isReady = (prepared: Prepared): prepared is Ready => prepared._tag === 'Ready'

const toCandidate = (
  item: AcceptanceItem,
  catalog: PreparedCatalog | undefined,
  nowMs: number,
): Candidate => ({
  organizationId: item.caller.credential.organizationId,
  appId: item.caller.credential.appId,
  request: item.request,
  key: item.key,
  material: item.material,
  messageId: item.messageId,
  entryId: item.entryId,
  quoted: catalog === undefined ? E.left(refusal('ScopeMismatch')) : quote(catalog, item.request, nowMs),
})

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

type Decided =
  | { readonly _tag: 'Stale'; readonly epoch: number }
  | { readonly _tag: 'Judged'; readonly answers: readonly Answer[] }

/**
 * Accepts a batch in one transaction. Everything that a request depends on is worked out before, from memory; the
 * transaction reads the catalog's epoch, and where memory is older, the batch is prepared afresh and begins again.
 */
export const acceptBatch = (
  ports: Ports,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((items: readonly AcceptanceItem[]) => Promise<readonly Answer[]>) => {
  const { storage, clock, digests, telemetry } = ports

  const prepare = async (item: AcceptanceItem, epoch: number): Promise<Prepared> => {
    const isOld = item.caller.epoch < epoch
    const renewed = isOld ? await authentication.renew(item.caller, epoch) : E.right(item.caller)
    if (E.isLeft(renewed)) return answered(renewed)
    const catalog = await catalogs.get(item.caller.credential.appId, Math.max(epoch, item.caller.epoch))
    if (E.isLeft(catalog)) return answered(catalog)
    const seen = Math.min(renewed.right.epoch, catalog.right?.catalog.epoch ?? epoch)
    return { _tag: 'Ready', epoch: seen, candidate: toCandidate(item, catalog.right, clock.nowMs()) }
  }

  const decide =
    (ready: readonly Ready[]) =>
    (known: AcceptanceKnown): AcceptancePlan<Decided> => {
      const isStale = ready.some(({ epoch }) => epoch < known.catalogEpoch)
      if (isStale)
        return { acceptances: [], accounts: [], result: { _tag: 'Stale', epoch: known.catalogEpoch } }
      const candidates = ready.map(({ candidate }) => candidate)
      const { answers, ...writes } = judge(candidates, known, clock.nowMs(), digests.sha256)
      return { ...writes, result: { _tag: 'Judged', answers } }
    }

  const acceptReady = async (ready: readonly Ready[]): Promise<Decided> => {
    const done = await storage.acceptance.accept(inquiryOf(ready), decide(ready))()
    if (E.isRight(done)) return done.right
    const failure = done.left
    if (failure._tag === 'BatchFailed') return { _tag: 'Judged', answers: await acceptHalves(ready, failure) }
    if (failure._tag === 'CommitUnknown') {
      const candidates = ready.map(({ candidate }) => candidate)
      return { _tag: 'Judged', answers: await resolveUnknownCommit(ports, candidates, failure) }
    }
    return { _tag: 'Judged', answers: ready.map(() => E.left(failure)) }
  }

  /** One item spoils its batch: found by halving, and then alone a bug that its own request meets. */
  const acceptHalves = async (ready: readonly Ready[], failure: BatchFailed): Promise<readonly Answer[]> => {
    if (ready.length === 1) throw new Error(`the database refused an acceptance: ${failure.cause}`)
    const middle = Math.ceil(ready.length / 2)
    const answers: Answer[] = []
    for (const half of [ready.slice(0, middle), ready.slice(middle)]) {
      const decided = await acceptReady(half)
      if (decided._tag === 'Judged') answers.push(...decided.answers)
      else answers.push(...half.map(() => E.left(movedOn)))
    }
    return answers
  }

  const follow = async (items: readonly AcceptanceItem[]): Promise<readonly Answer[]> => {
    let epoch = 0
    for (let round = 0; round < EPOCHS_FOLLOWED; round += 1) {
      const atLeast = epoch
      const prepared = await Promise.all(items.map((item) => prepare(item, atLeast)))
      const ready = prepared.filter(isReady)
      const decided: Decided = ready.length === 0 ? { _tag: 'Judged', answers: [] } : await acceptReady(ready)
      if (decided._tag === 'Judged') {
        const answers = decided.answers[Symbol.iterator]()
        return prepared.map((one) => (isReady(one) ? (answers.next().value as Answer) : one.answer))
      }
      epoch = decided.epoch
    }
    return items.map(() => E.left(movedOn))
  }

  return async (items) => {
    const begunAtMs = clock.nowMs()
    const answers = await follow(items)
    telemetry.happened({ _tag: 'AcceptanceBatch', size: items.length, durationMs: clock.nowMs() - begunAtMs })
    return answers
  }
}

const movedOn: Outage = { _tag: 'Overloaded', cause: 'the catalog changed faster than it could be read' }
