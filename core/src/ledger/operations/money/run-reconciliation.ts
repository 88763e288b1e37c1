import type { OrganizationId } from '../../../kernel/ids/id.js'
import { type Account, type AccountKey, beforeAccountsOf } from '../../domain/account.js'
import { reconciledAccountView } from './views.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { LedgerStorage } from '../../ports/ledger-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import { type ReconciledAccount, recomputeOnDemand } from '../../use-cases/recompute-on-demand.js'
import { postponed } from '../../../kernel/units/until-done.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { openPage } from '../../../runner/use-cases/listing.js'
import { byAccount } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { text } from '../../../kernel/codecs/text.js'
import { MONEY_AGENTS_TOO } from './entry-parts.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { environmentCompared, reconciledAccountShape } from './shapes.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { list } from '../../../kernel/codecs/list.js'
import { nullable } from '../../../kernel/codecs/nullable.js'

const cursorField = text({
  minLength: 1,
  maxLength: 512,
  oneLine: true,
  description: '`nextCursor` of the previous response, with the same other fields. Omit it to start.',
  example: 'eyJhIjoib3JnXzAxazl4N2MifQ',
})

/**
 * Compares accounts with their ledgers on demand (docs/api/money#reconciliation): one account, all accounts
 * of an Organization, or all accounts, some per call. It reads outside the unit of work; the unit writes the
 * findings to the audit log. NotFound for an unknown Organization.
 */
export const runReconciliationEntry = entryOf('Money', 'runReconciliation', {
  ...MONEY_AGENTS_TOO,
  mutation: true,
  effect: 'changes',
  noStepUp: NO_STEP_UP.CHANGES_NOTHING,
  refusals: ['Conflict', 'NotFound'],
  summary: 'Compare accounts with their ledgers now',
  description:
    'Checks some accounts per call from their first ledger entry, and repairs nothing. An account with a long ledger is `pending` until another call or the reconciler finishes it.',
  success: 'The results of the compared accounts.',
  controls: ['reason'],
  request: mutationRequest(
    { reason: reasonField },
    {
      organizationId: organizationIdField,
      environment: environmentCompared,
      currency: currencyField,
      cursor: cursorField,
    },
  ),
  result: mutationResult(
    {
      accounts: list(reconciledAccountShape, { description: 'The accounts that this call compared.' }),
      nextCursor: nullable(
        text({
          description: 'Cursor of the next accounts; null after the last.',
          example: 'eyJhIjoib3JnXzAxazl4N2MifQ',
        }),
      ),
    },
    {},
  ),
})

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
}

/** The number of accounts compared per call. */
const ACCOUNTS_A_CALL = 20

/** The accounts to compare. */
interface AccountQuery {
  readonly organizationId: OrganizationId | undefined
  readonly environment: Environment | undefined
  readonly currency: string | undefined
  readonly after: AccountKey | undefined
}

/** The findings, and the position at which the next call continues. */
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

export const runReconciliation = mutation(runReconciliationEntry, {
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
      const page = openPage(needs.digests, runReconciliationEntry, byAccount, query, pageRequest)
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
