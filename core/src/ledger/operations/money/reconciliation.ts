import type { OrganizationId } from '../../../kernel/ids/id.js'
import { type Account, type AccountKey, beforeAccountsOf } from '../../domain/account.js'
import { compareWithAccount, EMPTY_TALLY, type ReplayedFigures } from '../../domain/replay.js'
import { moneyOperations } from './operations.js'
import { reconciledAccountView } from './views.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import { environmentInUnit } from '../../../tenancy/use-cases/environment-meant.js'
import { untouched } from '../../use-cases/checkpoints.js'
import { recomputeAccount } from '../../use-cases/recompute-account.js'
import { type ReconciledAccount, recomputeOnDemand } from '../../use-cases/recompute-on-demand.js'
import { postponed } from '../../../kernel/units/until-done.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId, knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing, openPage } from '../../../runner/use-cases/listing.js'
import { byAccount } from '../../../runner/use-cases/positions.js'

type Needs = Pick<Ports, 'storage' | 'digests' | 'clock' | 'ids' | 'keyedDigests'>

/** So many accounts are compared in a call. */
const ACCOUNTS_A_CALL = 20

/** Which accounts are asked for. */
interface AccountQuery {
  readonly organizationId: OrganizationId | undefined
  readonly environment: Environment | undefined
  readonly currency: string | undefined
  readonly after: AccountKey | undefined
}

/** What was found, and where the next call goes on. */
interface Found {
  readonly compared: readonly ReconciledAccount[]
  readonly next: AccountKey | undefined
}

const compareAll = async (needs: Needs, query: AccountQuery): Promise<E.Either<Outage, Found>> => {
  const { organizationId, environment, currency, after } = query
  const from = after ?? (organizationId === undefined ? undefined : beforeAccountsOf(organizationId))
  const read = await needs.storage.ledger.accounts(from, ACCOUNTS_A_CALL)()
  if (E.isLeft(read)) return read
  const matches = (one: Account): boolean =>
    (currency === undefined || one.currency === currency) &&
    (environment === undefined || one.environment === environment)
  const isOwn = (one: Account): boolean =>
    organizationId === undefined || one.organizationId === organizationId
  const own = read.right.filter(isOwn)
  const compared: ReconciledAccount[] = []
  for (const account of own.filter(matches)) {
    const found = await recomputeOnDemand(needs, account)
    if (E.isLeft(found)) return found
    if (found.right !== undefined) compared.push(found.right)
  }
  const isMore = own.length === ACCOUNTS_A_CALL
  return E.right({ compared, next: isMore ? own.at(-1) : undefined })
}

/**
 * Compares accounts with their ledgers on demand (docs/contract#reconciliation): an Organization's, one of them,
 * or all of them, some a call. It reads outside the unit, which puts on record what was found. NotFound for an
 * Organization that there is not.
 */
export const runReconciliation = mutation(moneyOperations.runReconciliation, {
  lock: 'shared',
  begin: (needs) => {
    let found: Found | undefined
    return async (unit, { request }) => {
      const named = knownIdIfNamed('org', request.organizationId)
      if (E.isLeft(named)) return named
      const organizationId = named.right
      const { environment, currency, cursor, reason } = request
      const query = { organizationId, environment, currency }
      const pageRequest = { limit: ACCOUNTS_A_CALL, cursor }
      const page = openPage(needs.digests, moneyOperations.runReconciliation, byAccount, query, pageRequest)
      if (E.isLeft(page)) return page
      const isUnknown =
        organizationId !== undefined && (await unit.organizations.lock(organizationId)) === undefined
      if (isUnknown) return E.left(refusal('NotFound'))
      if (found === undefined)
        return postponed(
          () => compareAll(needs, { ...query, after: page.right.position }),
          (all) => {
            found = all
          },
        )
      const { compared, next } = found
      const drifting = compared.filter(({ checkpoint }) => checkpoint.status === 'drift').length
      return E.right({
        result: {
          accounts: compared.map(({ account, checkpoint }) => reconciledAccountView(account, checkpoint)),
          nextCursor: page.right.cursorBehind(next),
        },
        about: {
          target: organizationId ?? 'platform',
          organizationId,
          reason,
          details: { accounts: compared.length, drifting },
        },
      })
    }
  },
})

/** What a whole ledger comes to; undefined: it is not whole, and nobody can say. */
const wholeTally = async (
  needs: Needs,
  account: Account,
): Promise<E.Either<Outage, ReplayedFigures | undefined>> => {
  const added = await recomputeAccount(needs, account, EMPTY_TALLY, Number.MAX_SAFE_INTEGER)
  if (E.isLeft(added)) return added
  const { tally } = added.right
  const { postedMinor, reservedMinor } = tally
  const isWhole = compareWithAccount(tally, { ...account, postedMinor, reservedMinor }) === undefined
  return E.right(isWhole ? tally : undefined)
}

/**
 * Writes the figures of a ledger that is whole over those of its account. Conflict where the account agrees with it, was
 * changed since it was looked at, or its ledger itself was altered: then nobody can say what is right.
 */
export const restoreAccountFigures = mutation(moneyOperations.restoreAccountFigures, {
  lock: 'shared',
  begin: (needs) => {
    let found: { readonly tally: ReplayedFigures | undefined } | undefined
    return async (unit, { request, nowMs }) => {
      const { currency, version, reason } = request
      const named = knownId('org', request.organizationId)
      if (E.isLeft(named)) return named
      const organizationId = named.right
      const organization = await unit.organizations.lock(organizationId)
      if (organization === undefined) return E.left(refusal('NotFound'))
      const environment = await environmentInUnit(unit, organizationId, request.environment)
      if (E.isLeft(environment)) return environment
      const key = { organizationId, environment: environment.right, currency }
      const { account, checkpoint } = await unit.figures.lock(key)
      if (account === undefined) return E.left(refusal('NotFound'))
      if (account.version !== version) return E.left(refusal('Conflict'))
      if (found === undefined)
        return postponed(
          () => wholeTally(needs, account),
          (tally) => {
            found = { tally }
          },
        )
      const { tally } = found
      const isRestorable = tally !== undefined && compareWithAccount(tally, account) !== undefined
      if (!isRestorable) return E.left(refusal('Conflict'))
      const { postedMinor, reservedMinor } = tally
      const restored = { ...account, postedMinor, reservedMinor }
      const sound = { status: 'reconciled', checkedAtMs: nowMs, finding: undefined, walk: undefined } as const
      const before = checkpoint ?? untouched(account, nowMs)
      const checked = { ...before, ...tally, ...sound, walkedAtMs: nowMs }
      unit.figures.restore(restored, checked)
      return E.right({
        result: { account: reconciledAccountView(restored, checked) },
        about: {
          target: byAccount.write(account),
          organizationId: account.organizationId,
          reason,
          details: {
            postedBefore: account.postedMinor,
            reservedBefore: account.reservedMinor,
            postedMinor,
            reservedMinor,
          },
        },
      })
    }
  },
})

/** Accounts that were found to differ from their ledgers, and how. */
export const listDriftingAccounts = listing(moneyOperations.listDriftingAccounts, {
  positions: byAccount,
  read: async (_query, { position, readAhead }, { storage }) => {
    const read = await storage.reconciliation.drifting(position, readAhead)()
    if (E.isLeft(read)) return read
    return read
  },
  positionOf: ({ account }) => account,
  show: (found) => ({
    accounts: found.map(({ account, checkpoint }) => reconciledAccountView(account, checkpoint)),
  }),
})
