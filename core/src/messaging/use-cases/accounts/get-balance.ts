import { type Account, type AccountKey, availableMinor } from '../../../ledger/domain/account.js'
import { newAccount } from '../../../ledger/domain/post.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { pipe, TE } from '../../../fp.js'
import type { ProjectionStorage } from '../../ports/projection-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Checkpoint } from '../../../ledger/ports/ledger-storage.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs } from '../../../identity/use-cases/credentials/read-as.js'
import { isReconciled } from '../../../ledger/use-cases/is-reconciled.js'

/** An Organization's money in a currency, as of one moment (docs/api/money#balances). */
export interface Balance {
  readonly organizationId: OrganizationId
  readonly currency: string
  readonly availableMinor: number
  readonly reservedMinor: number
  readonly postedMinor: number
  readonly asOfMs: EpochMs
  /** Grows with every ledger event; 0 if the account was never opened. */
  readonly projectionVersion: number
  readonly reconciliationStatus: 'reconciled' | 'pending' | 'drift'
}

/** Drift from its detection until it is cleared; reconciled if there are no events left to read. */
const reconciliationOf = (
  account: Account | undefined,
  checkpoint: Checkpoint | undefined,
): Balance['reconciliationStatus'] => {
  if (checkpoint?.status === 'drift') return 'drift'
  if (account === undefined) return 'reconciled'
  return checkpoint !== undefined && isReconciled(account, checkpoint) ? 'reconciled' : 'pending'
}

/** An account and its checkpoint, as of one moment. */
interface Known {
  readonly account: Account | undefined
  readonly checkpoint: Checkpoint | undefined
}

/** The balance of an account; zeros if it was never opened (docs/api/money#balances). */
export const balanceOf = (key: AccountKey, { account, checkpoint }: Known, asOfMs: EpochMs): Balance => {
  const of = account ?? newAccount(key)
  return {
    organizationId: of.organizationId,
    currency: of.currency,
    availableMinor: availableMinor(of),
    reservedMinor: of.reservedMinor,
    postedMinor: of.postedMinor,
    asOfMs,
    projectionVersion: of.version,
    reconciliationStatus: reconciliationOf(account, checkpoint),
  }
}

interface Needs {
  readonly storage: { readonly projections: ProjectionStorage }
  readonly clock: Clock
}

/**
 * Returns the balance of the caller's Organization in its environment; zeros for a currency without an
 * account (docs/api/money#balances).
 */
export const getBalance = ({ storage, clock }: Needs, authentication: Authentication) => {
  const read = readAs(authentication)
  return (caller: Granted<'billing.read'>, currency: string): TE.TaskEither<Refusal | Outage, Balance> =>
    async () => {
      const { organizationId, environment } = caller.credential
      const key = { organizationId, environment, currency }
      return pipe(
        read(caller, 'billing.read', () => storage.projections.balance(key)),
        TE.map((known) => balanceOf(key, known, clock.nowMs())),
      )()
    }
}
