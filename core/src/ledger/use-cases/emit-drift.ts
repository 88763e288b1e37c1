import { accountKey } from '../domain/account.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { Checkpoint } from '../ports/ledger-storage.js'
import { type Act, type AuditNeeds, recordAct } from '../../audit/use-cases/record-act.js'

/**
 * Writes an audit event that an account has begun to drift, in the name of what noticed it
 * (docs/contract#reconciliation). To be called before the checkpoint says so: a death in between tells it twice,
 * not never.
 */
export const emitDrift = (
  needs: AuditNeeds & Pick<Ports, 'storage'>,
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
