import type { BalanceAlert } from '@postrider/core/ledger/domain/balance-alert'
import { sheetName } from '@postrider/core/ledger/domain/book'
import { sheetOf } from '../../cells/sheet-cell.js'
import { aFlag, anId, anIntegerOrNone } from '../../rows/column.js'
import { sharedIn } from '../../rows/fields.js'
import { recordTable } from '../../rows/record-table.js'

export const balanceAlerts = recordTable<BalanceAlert>(
  'balance_alerts',
  {
    organizationId: anId('org', 'organization_id'),
    book: sharedIn('currency', (from) => sheetOf(from).book),
    currency: sharedIn('currency', (from) => sheetOf(from).currency),
    thresholdMinor: anIntegerOrNone('threshold'),
    isBelow: aFlag('is_below'),
  },
  { derived: { currency: { write: sheetName } } },
)
