import { accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import { isBelowThreshold } from '@postrider/core/ledger/domain/balance-alert'
import type { BalanceAlertStorage } from '@postrider/core/ledger/ports/balance-alert-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inMap, memoryRepository } from './repository.js'
import type { MemoryTables } from './tables.js'
import type { WorkingCopy } from './working-copy.js'

const alerts = inMap((tables) => tables.balanceAlerts, accountKey)

/** Alerts about low balances, in memory. */
export const memoryBalanceAlerts = (tables: MemoryTables, calls: Calls): BalanceAlertStorage => ({
  of: (account) =>
    calls.reading('balanceAlert', () => ({
      epoch: tables.epoch,
      value: tables.balanceAlerts.get(accountKey(account)),
    })),
  crossed: (limit) =>
    calls.reading('crossedAlerts', () =>
      [...tables.balanceAlerts.values()]
        .filter((alert) => {
          const account = tables.accounts.get(accountKey(alert))
          const isOn = alert.thresholdMinor !== undefined && account !== undefined
          return isOn && isBelowThreshold(alert, account) !== alert.isBelow
        })
        .slice(0, limit)
        .map(({ organizationId, environment, currency }) => ({ organizationId, environment, currency })),
    ),
})

/** Alerts about low balances inside a unit. */
export const balanceAlertsInMemory = (copy: WorkingCopy): UnitOfWork['balanceAlerts'] =>
  memoryRepository(copy, alerts, (account: AccountKey) => accountKey(account))
