import type { AccountKey } from '@postrider/core/ledger/domain/account'
import { idCell } from './id-cell.js'

/** An account's key in the ledger tables: `organization_id`, `environment`, `currency`. */
export const accountCells = ({ organizationId, environment, currency }: AccountKey) =>
  [idCell(organizationId), environment, currency] as const
