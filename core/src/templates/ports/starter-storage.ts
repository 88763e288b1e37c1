import type { ProviderAccountId } from '../../kernel/ids/id.js'
import type { ProviderAccount, ProviderKind } from '../../tenancy/domain/service-configuration.js'
import type { ApprovedStarter, StarterSlot } from '../domain/approved-starter.js'
import type { Repository } from '../../kernel/ports/repository.js'

/** Provider accounts inside a unit of work. */
export interface ProviderAccountRepository extends Repository<ProviderAccountId, ProviderAccount> {
  /**
   * The accounts of a kind, in the order of their IDs; in an exclusive unit they don't change until it ends.
   */
  ofKind(kind: ProviderKind): Promise<readonly ProviderAccount[]>
}

/** The platform's starter templates inside a unit of work (docs/api/templates#starter-templates). */
export interface StarterRepository extends Repository<StarterSlot, ApprovedStarter> {
  /** All of them, in the order of their slots; in an exclusive unit they don't change until it ends. */
  all(): Promise<readonly ApprovedStarter[]>
}
