import type { ConsentId, SuppressionId } from '../../kernel/ids/id.js'
import type { ErasableRepository, Repository } from '../../kernel/ports/repository.js'
import type { ConsentEntry } from '../domain/consent-entry.js'
import type { OptIn } from '../domain/opt-in.js'
import type { Suppression, SuppressionKey, SuppressionSlot } from '../domain/suppression.js'

/** The suppression list inside a unit of work. */
interface Suppressions extends ErasableRepository<SuppressionId, Suppression> {
  /** Like `lock`, by owner, recipient and source. */
  lockSlot(slot: SuppressionSlot): Promise<Suppression | undefined>
  /** All suppressions of the recipient in the Organization, locked. */
  lockAllOf(key: SuppressionKey): Promise<readonly Suppression[]>
}

/** The consent of recipients inside a unit of work. */
export interface ConsentRepositories {
  readonly suppressions: Suppressions
  readonly optIns: ErasableRepository<SuppressionKey, OptIn>
  /** The consent register; its entries never change. */
  readonly consents: Pick<Repository<ConsentId, ConsentEntry>, 'add'>
}
