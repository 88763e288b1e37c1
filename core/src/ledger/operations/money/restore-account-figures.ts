import type { Account } from '../../domain/account.js'
import { compareWithAccount, EMPTY_TALLY, type ReplayedFigures } from '../../domain/replay.js'
import { reconciledAccountView } from './views.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { LedgerStorage } from '../../ports/ledger-storage.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import { environmentInUnit } from '../../../tenancy/use-cases/environment-meant.js'
import { untouched } from '../../use-cases/checkpoints.js'
import { recomputeAccount } from '../../use-cases/recompute-account.js'
import { postponed } from '../../../kernel/units/until-done.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { byAccount } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY_PERSON } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
} from '../../../runner/domain/fields/tenancy.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { reconciledAccountShape } from './shapes.js'

/**
 * Overwrites an account's amounts with those of its intact ledger. Conflict if both already agree, if the
 * account has changed since it was viewed, or if the ledger itself was altered, because the correct amounts
 * are then unknown.
 */
export const restoreAccountFiguresEntry = entryOf('Money', 'restoreAccountFigures', {
  ...MONEY_PERSON,
  mutation: true,
  effect: 'changes',
  refusals: ['Conflict', 'NotFound'],
  summary: 'Restore a drifting account from its ledger',
  description:
    "Works only if the ledger itself is intact: an account whose ledger was altered isn't changed.",
  controls: ['reason', 'version'],
  stepUp: true,
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      currency: currencyField,
      version: integer({ min: 0, description: 'Version of the account, from the list.', example: 12 }),
      reason: reasonField,
    },
    { environment: environmentMeant },
  ),
  result: mutationResult({ account: reconciledAccountShape }, {}),
})

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage }
  readonly digests: Digests
}

/** The amounts of an intact ledger; undefined if the ledger isn't intact. */
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

export const restoreAccountFigures = mutation(restoreAccountFiguresEntry, {
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
