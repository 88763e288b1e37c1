import { E } from '@postrider/core/fp'
import { changeOfEvent } from '@postrider/core/feed/domain/change'
import type { LockMode, UnitOfWork, UnitStorage } from '@postrider/core/assembly/unit-of-work'
import { SLICE_EVENTS } from '../ledger/budgets/counting.js'
import type { Dialect } from '../engine/dialect.js'
import type { Conclusion, Engine } from '../engine/engine.js'
import { passing, purge } from '../engine/purge.js'
import { refusalIsBug } from '../engine/outcome.js'
import type { Filled } from '../engine/template.js'
import { leaveChange } from '../feed/leave-change.js'
import { noteVersions } from '../guards/catalog-versions.js'
import { advanceEpoch, epochOf, lockEpoch, shareEpoch } from '../guards/epoch.js'
import { readSealingKey, sealingKeyOf } from '../guards/sealing-key.js'
import { balanceAlertRepository } from '../ledger/balance-alerts/balance-alerts.js'
import { approvalRepository } from '../approvals/unit.js'
import { auditRepository } from '../audit/unit.js'
import { erasureRepository } from '../messaging/erasure/unit.js'
import { bulkRepository } from '../bulk/unit.js'
import { budgetRepository } from '../ledger/budgets/unit.js'
import { testMessageRepository } from '../messaging/test-messages/unit.js'
import { inboundRepository, replyRepository } from '../messaging/inbound/unit.js'
import { keyRepository } from '../platform/keys/unit.js'
import { ledgerRepository } from '../ledger/unit.js'
import { providerTestRepository } from '../providers/provider-tests/unit.js'
import { priceRepository } from '../ledger/prices/unit.js'
import { headRepository, restorationRepository } from '../platform/installation/unit.js'
import { cookieSessionRepositories } from '../identity/people/cookie-sessions.js'
import { peopleRepositories } from '../identity/people/unit.js'
import { type StatementSequence, statementSequenceOf } from '../units/statement-sequence.js'
import { webhookRepository } from '../webhooks/unit.js'
import { supportRepositories } from '../support/unit.js'
import { templateRepositories } from '../templates/unit.js'
import { tenantRepositories } from '../tenancy/unit.js'
import { reconciliationRepositories } from '../messaging/reconciliation/unit.js'

const RESULTS = passing('operation_results', 'result_key', 'created_at', 'by_age')

const OPENING: Readonly<Record<LockMode, () => Filled>> = { exclusive: lockEpoch, shared: shareEpoch }

/** The values that can't change until the unit ends: the epoch and the sealing key. */
type Held = Pick<UnitOfWork, 'epoch' | 'sealingKey'>

const unitOf = (sequence: StatementSequence, held: Held, sliceEvents: number): UnitOfWork => ({
  ...held,
  keys: keyRepository(sequence),
  events: { leave: (note) => sequence.leave(changeOfEvent(note)) },
  ...tenantRepositories(sequence),
  ...peopleRepositories(sequence),
  ...cookieSessionRepositories(sequence),
  ...supportRepositories(sequence),
  ...templateRepositories(sequence),
  ...reconciliationRepositories(sequence),
  inbound: inboundRepository(sequence),
  keywordReplies: replyRepository(sequence),
  webhookEndpoints: webhookRepository(sequence),
  testMessages: testMessageRepository(sequence),
  budgets: budgetRepository(sequence, sliceEvents),
  balanceAlerts: balanceAlertRepository(sequence),
  approvals: approvalRepository(sequence),
  bulks: bulkRepository(sequence),
  erasures: erasureRepository(sequence),
  providerTests: providerTestRepository(sequence),
  prices: priceRepository(sequence),
  ledger: ledgerRepository(sequence),
  audit: auditRepository(sequence, held.sealingKey),
  restoration: restorationRepository(sequence),
  ledgerHeads: headRepository(sequence),
})

/**
 * A unit that was refused, or wrote nothing, leaves nothing behind; a change of versioned data creates a new
 * epoch.
 */
const conclusionOf = async <L, A>(
  sequence: StatementSequence,
  epoch: number,
  dialect: Dialect,
  result: E.Either<L, A>,
): Promise<Conclusion<E.Either<L, A>>> => {
  if (E.isLeft(result) || !sequence.hasWritten()) return { statements: [], isKept: false, result }
  const rest = [...(await sequence.rest()), ...leaveChange(dialect, ...sequence.left())]
  return {
    statements:
      sequence.lockMode === 'exclusive'
        ? [...rest, ...noteVersions(sequence.concerns(), sequence.touchesRights(), epoch + 1), advanceEpoch()]
        : rest,
    isKept: true,
    result,
  }
}

/** Units of work; a slice is the number of a budget's events that are counted under its lock. */
export const unitStorage = (engine: Engine, sliceEvents = SLICE_EVENTS): UnitStorage => ({
  transact: (lockMode, work) => async () => {
    const outcome = await engine.transaction(
      [OPENING[lockMode](), readSealingKey()],
      async ([epoch, named], ask) => {
        const sequence = statementSequenceOf(lockMode, ask)
        const held = { epoch: epochOf(epoch), sealingKey: sealingKeyOf(named) }
        return conclusionOf(
          sequence,
          held.epoch,
          engine.dialect,
          await work(unitOf(sequence, held, sliceEvents)),
        )
      },
    )
    const known = refusalIsBug(outcome)
    return E.isLeft(known) ? known : known.right
  },
  purgeResults: (beforeMs, most) => () => purge(engine, [RESULTS], beforeMs, most),
})
