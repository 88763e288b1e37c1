import type { AccountReport, ReportsFacts, ReportsPlan } from '../domain/calls/account-report.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** How provider accounts stand, as the processes say that have them open (docs/contract#several-accounts). */
export interface AccountHealthStorage {
  /**
   * One transaction: reads what is known, lets `decide` judge and writes its plan. Where the accounts become others that
   * nothing can be sent by, it advances the catalog's epoch, and catalogs have them. Two who do so at once may not see each
   * other; the next time puts that right.
   */
  say(decide: (known: ReportsFacts) => ReportsPlan): TE.TaskEither<StorageUnavailable, void>
  /** All that processes have said, also those that are no more. */
  reports(): TE.TaskEither<StorageUnavailable, AsOf<readonly AccountReport[]>>
}
