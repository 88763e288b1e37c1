import { accountKey } from '../../domain/ledger/account.js'
import { sheetName } from '../../domain/ledger/book.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Checkpoint } from '../../ports/storage/ledger-storage.js'
import { type Act, type AuditNeeds, recordAct } from '../audit/record-act.js'

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
      details: { currency: sheetName(of), finding, seq: of.seq },
    }
    await recordAct(needs, unit, act, of.checkedAtMs)
    return E.right(undefined)
  })
