import { accountCells } from '../../cells/account-cells.js'
import { E } from '@postrider/core/fp'
import type { AccountKey } from '@postrider/core/ledger/domain/account'
import type { BalanceAlertStorage } from '@postrider/core/ledger/ports/balance-alert-storage'
import type { BalanceAlert } from '@postrider/core/ledger/domain/balance-alert'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Engine, Rows } from '../../engine/engine.js'
import { firstOf } from '../../engine/queries.js'
import { statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { aFlag, aText, anId, anIntegerOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'
import { repositoryOf } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'

const balanceAlerts = recordTable<BalanceAlert>('balance_alerts', {
  organizationId: anId('org', 'organization_id'),
  environment: aText('environment'),
  currency: aText('currency'),
  thresholdMinor: anIntegerOrNone('threshold'),
  isBelow: aFlag('is_below'),
})

const findAlert = statement(`
  SELECT ${balanceAlerts.select('b')} FROM balance_alerts b WHERE b.organization_id = ?x AND b.environment = ? AND b.currency = ?`)
const findCrossed = statement(`
  SELECT ${balanceAlerts.select('b')} FROM balance_alerts b
  JOIN accounts a ON a.organization_id = b.organization_id AND a.environment = b.environment AND a.currency = b.currency
  WHERE b.is_below = 0 AND a.posted - a.reserved < b.threshold
    OR b.is_below = 1 AND a.posted - a.reserved >= b.threshold
  ORDER BY b.organization_id, b.environment, b.currency LIMIT ?`)

export const balanceAlertStorage = (engine: Engine): BalanceAlertStorage => ({
  of: (account) => () =>
    readAsOf(engine, [findAlert(...accountCells(account))], ([rows = []]) => firstOf(balanceAlerts.of)(rows)),
  crossed: (limit) => async () =>
    E.map(([rows = []]: readonly Rows[]) =>
      rows
        .map(balanceAlerts.of)
        .map(({ organizationId, environment, currency }) => ({ organizationId, environment, currency })),
    )(await engine.read([findCrossed(limit)], 'each')),
})

const gateway = tableGateway(
  balanceAlerts,
  ['organization_id', 'environment', 'currency'],
  (account: AccountKey) => [...accountCells(account)],
)

/** Alerts about low balances inside the unit. */
export const balanceAlertRepository = (sequence: StatementSequence): UnitOfWork['balanceAlerts'] =>
  repositoryOf(sequence, gateway)
