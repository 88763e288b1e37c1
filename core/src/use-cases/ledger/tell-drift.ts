import { accountKey } from '../../domain/ledger/account.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Checkpoint } from '../../ports/storage/ledger-storage.js'

/**
 * Writes an audit event that an account has begun to drift, in the name of what noticed it (decisions 4). To be
 * called before the checkpoint says so: a death in between tells it twice, not never.
 */
export const tellDrift = (
  { storage, ids }: Pick<Ports, 'storage' | 'ids'>,
  noticedBy: 'reconciler' | 'ledger-verify',
  { finding = '', ...of }: Checkpoint,
): TE.TaskEither<Outage, void> =>
  storage.audit.append([
    {
      auditId: ids.next('aud'),
      actor: { kind: 'system', id: noticedBy },
      action: 'ledger.drift',
      target: accountKey(of),
      organizationId: of.organizationId,
      reason: undefined,
      atMs: of.checkedAtMs,
      details: { currency: of.currency, finding, seq: of.seq },
    },
  ])
