import type { Digest } from '@postrider/core/kernel/digests/digest'
import { accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import type { CommitUnknown } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type {
  AcceptanceFacts,
  AcceptancePlan,
  AcceptanceQuery,
  AcceptanceStorage,
  HeldAccounts,
  AcceptedRecord,
} from '@postrider/core/messaging/ports/acceptance-storage'
import { assertionsOf } from './asserted-facts.js'
import { destinationQuery, policyFactsOf, policyQueries } from './policy-facts.js'
import { rememberedFacts } from './remembered-facts.js'
import { idempotency } from './table.js'
import { writingOf } from './writing.js'
import { type Cell, readText } from '../../cells/cell.js'
import { shortDigestCells } from '../../cells/digest-cell.js'
import { BEFORE_ALL, idOf } from '../../cells/id-cell.js'
import type { changeReader } from '../../catalog/catalog.js'
import type { Dialect } from '../../engine/dialect.js'
import type { Engine, EngineFailure, Rows, Statement, WritePlan } from '../../engine/engine.js'
import { insertMissing } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { readStatus, shareEveryone, statusOf } from '../../guards/catalog-versions.js'
import { epochOf } from '../../guards/epoch.js'
import { accountsAmong, lockAccounts, lockFreeAccounts, readAccounts } from '../../ledger/accounts-table.js'
import { joined } from '../../rows/selection.js'
import { messages } from '../messages/table.js'
import { type QueryAnswers, queries, queryOf } from '../../engine/queries.js'

const acceptedRows = joined({
  i: idempotency.pick('key', 'material', 'messageId'),
  m: messages.pick('acceptedAtMs', 'charge', 'lane'),
})

const findAccepted = statement(`
  SELECT ${acceptedRows.columns} FROM idempotency i JOIN messages m ON m.id = i.message_id
  WHERE i.idempotency_key IN (?x*)`)

const lockKeys = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.PRIMARY} WHERE idempotency_key IN (?x*)
  ORDER BY idempotency_key {for share}`)
const tryKeys = insertMissing(idempotency.table, ['idempotency_key'])

/** Placeholder rows of the keys. */
const blankRows = (keys: readonly Digest[]): readonly Cell[] =>
  idempotency.rows(
    [...keys]
      .sort()
      .map((key) => ({ key, material: key, messageId: idOf('msg', BEFORE_ALL), createdAtMs: 0 })),
  )

/**
 * Waits for transactions that hold one of the keys. If locks don't wait for uncommitted rows, an insertion of
 * the same key does; it isn't kept.
 */
const awaitKeys = (keys: readonly Digest[], { locksUncommitted }: Dialect): Statement =>
  locksUncommitted ? lockKeys(shortDigestCells(keys)) : tryKeys(blankRows(keys))

const findOld = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.by_age} WHERE created_at < ? ORDER BY created_at LIMIT ? {skip locked}`)
const findOldReceipts = statement(`
  SELECT receipt_key FROM batch_receipts WHERE created_at < ? ORDER BY created_at LIMIT ? {skip locked}`)
const remove = statement('DELETE FROM idempotency WHERE idempotency_key IN (?x*)')
const removeReceipts = statement('DELETE FROM batch_receipts WHERE receipt_key IN (?x*)')

const acceptedOf = (rows: Rows): ReadonlyMap<Digest, AcceptedRecord> =>
  new Map(rows.map(acceptedRows.of).map(({ i, m }) => [i.key, { ...i, ...m }]))

/** All queries except those for accounts, which may or may not lock. */
const factQueries = (query: AcceptanceQuery) => ({
  ...policyQueries(query),
  accepted: queryOf(findAccepted(shortDigestCells(query.keys)), acceptedOf),
  status: queryOf(readStatus(query.organizations), (rows) => statusOf(rows, query.organizations)),
})

const knownOf = (
  accounts: AcceptanceFacts['accounts'],
  { accepted, status, ...found }: QueryAnswers<ReturnType<typeof factQueries>>,
): AcceptanceFacts => ({ ...policyFactsOf(found), ...status, accepted, accounts })

/** The facts, and the decision on them. */
interface Judged<A> {
  readonly _tag: 'Judged'
  readonly found: AcceptanceFacts
  readonly plan: AcceptancePlan<A>
}

/** Accounts that weren't found among the unlocked ones: other transactions hold them, or they don't exist. */
interface Missed {
  readonly _tag: 'Missed'
  readonly accounts: readonly AccountKey[]
}

/**
 * Reads the facts of the query under locks, lets `decide` judge them, and writes: two round trips. If the
 * query doesn't wait, locked accounts are skipped, and nothing is done if one is missed that may exist.
 */
const readingAndWriting =
  (engine: Engine) =>
  <A>(
    query: AcceptanceQuery,
    decide: (known: AcceptanceFacts) => AcceptancePlan<A>,
    absent: ReadonlySet<string>,
  ): Promise<E.Either<EngineFailure, Judged<A> | Missed>> => {
    const lock = query.waits ? lockAccounts : lockFreeAccounts
    const gather = queries({
      // Data is sealed with the key that the catalog names; that key can't change before the commit.
      everyone: query.otps === undefined ? undefined : queryOf(shareEveryone(), epochOf),
      // Accounts come first: a transaction that waited for one then sees the keys that its holder has taken.
      accounts: queryOf(lock(query.accounts), (rows) => accountsAmong(rows, query.accounts)),
      destinations: destinationQuery(query),
      ...factQueries(query),
    })
    const isMissed = (key: string, found: AcceptanceFacts['accounts']): boolean =>
      !query.waits && !found.has(key) && !absent.has(key)
    return engine.transact<Judged<A> | Missed>(gather.statements, (answers) => {
      const { everyone: _, accounts, destinations: seen, ...found } = gather.of(answers)
      const missed = query.accounts.filter((key) => isMissed(accountKey(key), accounts))
      if (missed.length > 0) return { statements: [], result: { _tag: 'Missed', accounts: missed } }
      const known = knownOf(accounts, found)
      const plan = decide(known)
      const destinations = query.otps?.destinations ?? []
      const unseen = destinations.filter((destination) => seen?.has(destination) !== true)
      const result = { _tag: 'Judged', found: known, plan } as const
      return { statements: writingOf(plan, unseen, engine.dialect), result }
    })
  }

const NONE: ReadonlySet<string> = new Set()

/** Reads and writes. If the query doesn't wait, it distinguishes held accounts from accounts that don't exist. */
const readingPastHeld = (engine: Engine) => {
  const readAndWrite = readingAndWriting(engine)
  return async <A>(
    query: AcceptanceQuery,
    decide: (known: AcceptanceFacts) => AcceptancePlan<A>,
  ): Promise<E.Either<EngineFailure | HeldAccounts, Judged<A>>> => {
    let absent = NONE
    for (;;) {
      const done = await readAndWrite(query, decide, absent)
      if (E.isLeft(done)) return done
      if (done.right._tag === 'Judged') return E.right(done.right)
      const missed = done.right.accounts
      const read = await engine.read([readAccounts(missed)], 'each')
      if (E.isLeft(read)) return read
      const there = accountsAmong(read.right[0] ?? [], missed)
      const organizationIds = [...new Set([...there.values()].map((account) => account.organizationId))]
      if (organizationIds.length > 0)
        return E.left({
          _tag: 'HeldAccounts',
          cause: 'another transaction holds an account',
          organizationIds,
        })
      absent = new Set([...absent, ...missed.map(accountKey)])
    }
  }
}

/**
 * The decision on remembered facts; undefined if it is a refusal, which is never based only on remembered
 * facts.
 */
const judgeRemembered = <A>(
  found: AcceptanceFacts | undefined,
  decide: (known: AcceptanceFacts) => AcceptancePlan<A>,
): Judged<A> | undefined => {
  if (found === undefined) return undefined
  const plan = decide(found)
  return plan.acceptances.length === 0 ? undefined : { _tag: 'Judged', found, plan }
}

type ChangesSince = ReturnType<typeof changeReader>

/**
 * Writes the decision with statements that assert its facts, and reads the changes that the query wants after
 * the commit: one round trip. Returns whether it was kept.
 */
const assertedWriter =
  (engine: Engine, changesSince: ChangesSince) =>
  async (
    query: AcceptanceQuery,
    { found, plan }: Judged<unknown>,
  ): Promise<E.Either<CommitUnknown, boolean>> => {
    const { changesAfterCommit: wanted } = query
    const reading = wanted === undefined ? undefined : changesSince(wanted.sinceEpoch)
    const written = await engine.write(
      [...assertionsOf(query, found, plan), ...writingOf(plan, [], engine.dialect)],
      reading?.statements,
    )
    if (E.isRight(written) && written.right !== undefined && reading !== undefined)
      wanted?.report(reading.of(written.right))
    return E.map((rows: readonly Rows[] | undefined) => rows !== undefined)(written)
  }

/**
 * Whether the outcome of a lost plan is known after its query was read and judged again: all of it was
 * accepted, then or now. It can't be both, because the asserted accounts have changed since.
 */
const isResolved = (lost: AcceptancePlan<unknown>, { found, plan }: Judged<unknown>): boolean => {
  const accepted = new Set([...found.accepted.keys(), ...plan.acceptances.map(({ key }) => key)])
  return lost.acceptances.every(({ key }) => accepted.has(key))
}

const accepting = (engine: Engine, changesSince: ChangesSince): AcceptanceStorage['accept'] => {
  const facts = rememberedFacts()
  const writeAsserted = assertedWriter(engine, changesSince)
  const readAndWrite = readingPastHeld(engine)

  return <A>(query: AcceptanceQuery, decide: (known: AcceptanceFacts) => AcceptancePlan<A>) =>
    async () => {
      const fromCache = judgeRemembered(facts.recall(query), decide)
      const written = fromCache === undefined ? undefined : await writeAsserted(query, fromCache)
      if (fromCache !== undefined && written !== undefined && E.isRight(written) && written.right) {
        facts.keep(query, fromCache.found, fromCache.plan)
        facts.hit(query)
        return E.right(fromCache.plan.result)
      }
      const judged = await readAndWrite(query, decide)
      const lost = written !== undefined && E.isLeft(written) ? written : undefined
      if (E.isLeft(judged)) return lost ?? judged
      if (fromCache !== undefined) facts.invalidate(query, fromCache.found, judged.right.found)
      facts.keep(query, judged.right.found, judged.right.plan)
      const isKnown =
        lost === undefined || fromCache === undefined || isResolved(fromCache.plan, judged.right)
      return isKnown ? E.right(judged.right.plan.result) : lost
    }
}

export const acceptanceStorage = (engine: Engine, changesSince: ChangesSince): AcceptanceStorage => ({
  accept: accepting(engine, changesSince),
  inspect: (query) => async () => {
    const gather = queries({
      accounts: queryOf(readAccounts(query.accounts), (rows) => accountsAmong(rows, query.accounts)),
      ...factQueries(query),
    })
    const outcome = await engine.read(gather.statements, 'one')
    if (E.isLeft(outcome)) return outcome
    const { accounts, ...found } = gather.of(outcome.right)
    return E.right(knownOf(accounts, found))
  },
  findAccepted: (keys) => async () => {
    const cells = shortDigestCells(keys)
    const gather = [awaitKeys(keys, engine.dialect), findAccepted(cells)]
    const outcome = await engine.transact(gather, ([, found = []]) => ({
      statements: [],
      result: acceptedOf(found),
    }))
    return unknownIsUndone(outcome)
  },
  purgeAccepted: (beforeMs, limit) => async () => {
    const old = [findOld(beforeMs, limit), findOldReceipts(beforeMs, limit)]
    const outcome = await engine.transact(old, ([keys = [], receipts = []]): WritePlan<number> => ({
      statements: [
        ...(keys.length === 0 ? [] : [remove(keys.map(([key]) => readText(key)))]),
        ...(receipts.length === 0 ? [] : [removeReceipts(receipts.map(([key]) => readText(key)))]),
      ],
      result: keys.length + receipts.length,
    }))
    return unknownIsUndone(outcome)
  },
})
