import type { NewAcceptance } from '@postrider/core/domain/acceptance/new-acceptance'
import type { JobTable } from '@postrider/core/ports/job-table'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { type Faults, plannedFaults } from './faults.js'
import { memoryAcceptance } from './acceptance.js'
import { memoryActivity } from './activity.js'
import { memoryApprovals, memoryPrices } from './approvals.js'
import { memoryAdministration } from './administration.js'
import { memoryBudgets } from './budgets.js'
import { memoryCatalog } from './catalog.js'
import { memoryDispatch } from './dispatch.js'
import { memoryFailures } from './failures.js'
import { memoryFigures } from './figures.js'
import { memoryInstallation } from './installation.js'
import { memoryKeys } from './keys.js'
import { memoryTruth } from './truth.js'
import { memoryEvidence, memoryLedger, memoryProjections } from './ledger.js'
import { memoryPeople } from './people.js'
import { memoryAudit, memoryLimits } from './policies.js'
import { memoryPasscodes } from './passcodes.js'
import { memoryOutbox, memoryReceipts } from './outbox.js'
import { memoryMails, memorySupport, memoryTenancy } from './support.js'
import { emptyTables, type MemoryTables } from './tables.js'
import { memoryTemplates } from './templates.js'
import { memoryUnits } from './units.js'

/** A storage in memory, its tables open to tests, and the faults it can be told to have. */
export interface MemoryStorage {
  readonly storage: Storage
  readonly tables: MemoryTables
  readonly faults: Faults
  /** From now on the database refuses acceptances like this one. */
  refuse(isPoison: (acceptance: NewAcceptance) => boolean): void
}

/** A part that the core's use cases here never ask for. */
const noJobs = (): JobTable =>
  new Proxy({} as JobTable, {
    get: () => {
      throw new Error('the storage in memory has no jobs')
    },
  })

export const memoryStorage = (): MemoryStorage => {
  const tables = emptyTables()
  const faults = plannedFaults()
  let isPoison: (acceptance: NewAcceptance) => boolean = () => false
  return {
    tables,
    faults,
    refuse: (when) => {
      isPoison = when
    },
    storage: {
      acceptance: memoryAcceptance(tables, faults, (acceptance) => isPoison(acceptance)),
      catalog: memoryCatalog(tables, faults),
      outbox: memoryOutbox(tables, faults),
      dispatch: memoryDispatch(tables, faults),
      receipts: memoryReceipts(tables, faults),
      ledger: memoryLedger(tables, faults),
      projections: memoryProjections(tables, faults),
      evidence: memoryEvidence(tables, faults),
      health: {
        check: () =>
          faults.reading('health', () => ({
            server: 'memory',
            durabilityGaps: [],
            pendingMigrations: [],
            newerMigrations: [],
            tooOld: undefined,
            heldBecause: tables.installation.hold?.because,
          })),
        time: () => faults.reading('time', () => 0),
        migrate: () => faults.reading('migrate', () => []),
      },
      figures: memoryFigures(tables, faults),
      installation: memoryInstallation(tables, faults),
      keys: memoryKeys(tables, faults),
      jobs: noJobs(),
      passcodes: memoryPasscodes(tables, faults),
      budgets: memoryBudgets(tables, faults),
      limits: memoryLimits(tables, faults),
      approvals: memoryApprovals(tables, faults),
      prices: memoryPrices(tables, faults),
      audit: memoryAudit(tables, faults),
      units: memoryUnits(tables, faults),
      people: memoryPeople(tables, faults),
      tenancy: memoryTenancy(tables, faults),
      templates: memoryTemplates(tables, faults),
      support: memorySupport(tables, faults),
      activity: memoryActivity(tables, faults),
      mails: memoryMails(tables, faults),
      deadLetters: memoryFailures(tables, faults),
      truth: memoryTruth(tables, faults),
      administration: memoryAdministration(tables, faults),
      close: () => Promise.resolve(),
    },
  }
}
