import type { BalanceAlert } from '@postrider/core/ledger/domain/balance-alert'
import { aFlag, aText, anId, anIntegerOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const balanceAlerts = recordTable<BalanceAlert>('balance_alerts', {
  organizationId: anId('org', 'organization_id'),
  environment: aText('environment'),
  currency: aText('currency'),
  thresholdMinor: anIntegerOrNone('threshold'),
  isBelow: aFlag('is_below'),
})
