import { type AuditHead, emptyChain, headAfter } from '@postrider/core/audit/domain/chain'
import { type Account, accountKey } from '@postrider/core/ledger/domain/account'
import { newAccount } from '@postrider/core/ledger/domain/post'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { E, TE } from '@postrider/core/fp'
import type { AcceptanceStorage } from '@postrider/core/messaging/ports/acceptance-storage'
import type { ProjectionStorage } from '@postrider/core/messaging/ports/projection-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitOfWork, UnitStorage } from '@postrider/core/assembly/unit-of-work'
import { nothingKnown } from '@postrider/test/builders/nothing-known'

const RICH = 1_000_000_000_000

/** Runs each query once, and then returns its result from memory. */
const askedOnce = <Q extends readonly unknown[], L, A>(
  ask: (...question: Q) => TE.TaskEither<L, A>,
): ((...question: Q) => TE.TaskEither<L, A>) => {
  const answers = new Map<string, E.Either<L, A>>()
  return (...question) =>
    async () => {
      const key = JSON.stringify(question)
      const known = answers.get(key)
      if (known !== undefined) return known
      const answer = await ask(...question)()
      if (E.isRight(answer)) answers.set(key, answer)
      return answer
    }
}

/** Thrown if a unit uses more than the audit log. */
class WantsMore extends Error {}

/**
 * Units that only write calls to the audit log link them into chains that aren't stored; all others are real.
 */
const recordingNowhere = (units: UnitStorage): UnitStorage => {
  const heads = new Map<string, AuditHead>()
  const audit: UnitOfWork['audit'] = {
    lockHead: (organizationId) =>
      Promise.resolve(heads.get(organizationId ?? '') ?? emptyChain(organizationId)),
    append: (entries) => {
      for (const entry of entries) heads.set(entry.organizationId ?? '', headAfter(entry))
    },
  }
  const nothingElse = new Proxy({} as UnitOfWork, {
    get: (_, name) => {
      if (name === 'audit') return audit
      throw new WantsMore()
    },
  })
  return {
    ...units,
    transact: (hold, work) => async () => {
      try {
        return await work(nothingElse)
      } catch (cause) {
        if (cause instanceof WantsMore) return units.transact(hold, work)()
        throw cause
      }
    },
  }
}

/**
 * Baseline (a): the same host and core, but acceptance neither stores nor queries anything. Every read shows
 * the last accepted message, and reads of people are queried once. Everything besides storage still happens:
 * authentication, decoding, rendering, pricing, hashing, the ledger's chain, the response.
 */
export const withoutStorage = (storage: Storage): Storage => {
  let epoch: number | undefined
  const accounts = new Map<string, Account>()
  let last: Message | undefined
  const accept: AcceptanceStorage['accept'] = (query, decide) => async () => {
    if (epoch === undefined) {
      const read = await storage.catalog.epoch()()
      if (E.isLeft(read)) return read
      epoch = read.right
    }
    for (const key of query.accounts) {
      const name = accountKey(key)
      if (!accounts.has(name)) accounts.set(name, { ...newAccount(key), postedMinor: RICH })
    }
    const plan = decide({
      ...nothingKnown,
      changes: { everyone: epoch, organizations: new Map() },
      isHeld: false,
      accounts,
    })
    for (const account of plan.accounts) accounts.set(accountKey(account), account)
    last = plan.acceptances.at(-1)?.message ?? last
    return E.right(plan.result)
  }
  const messages: ProjectionStorage['messages'] = (asked) =>
    TE.right({ epoch: epoch ?? 0, value: asked.map(() => last) })
  return {
    ...storage,
    acceptance: { ...storage.acceptance, accept },
    projections: { ...storage.projections, messages, balance: askedOnce(storage.projections.balance) },
    people: {
      ...storage.people,
      bearer: askedOnce(storage.people.bearer),
      agent: askedOnce(storage.people.agent),
    },
    units: recordingNowhere(storage.units),
    tenancy: {
      ...storage.tenancy,
      tree: askedOnce(storage.tenancy.tree),
      credentials: askedOnce(storage.tenancy.credentials),
    },
  }
}
