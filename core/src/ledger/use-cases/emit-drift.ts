import { accountKey } from '../domain/account.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Checkpoint } from '../ports/ledger-storage.js'
import { type Act, type AuditNeeds, recordAct } from '../../audit/use-cases/record-act.js'

/**
 * Writes an audit event for an account that starts to drift, with the detecting component as actor
 * (docs/api/money#reconciliation). Call it before the checkpoint is saved: a crash in between then causes a
 * duplicate event instead of none.
 */
export const emitDrift = (
  needs: AuditNeeds & { readonly storage: { readonly units: UnitStorage } },
  noticedBy: 'reconciler' | 'ledger-verify' | 'operator',
  { finding = '', ...of }: Checkpoint,
): TE.TaskEither<Outage, void> =>
  needs.storage.units.transact<never, void>('shared', async (unit) => {
    const act: Act = {
      actor: { kind: 'system', id: noticedBy },
      action: 'ledger.drift',
      target: accountKey(of),
      organizationId: of.organizationId,
      details: { environment: of.environment, currency: of.currency, finding, seq: of.seq },
    }
    await recordAct(needs, unit, act, of.checkedAtMs)
    return E.right(undefined)
  })
