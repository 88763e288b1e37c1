import type { EntryId, OrganizationId, TemplateId } from '../../kernel/ids/id.js'
import type { StarterSlot } from './approved-starter.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** Money that an Organization began to test with. */
export interface TestCredit {
  /** The entry of the ledger that it became: this record says where that came from. */
  readonly entryId: EntryId
  readonly currency: string
  readonly amountMinor: number
  readonly atMs: EpochMs
}

/**
 * What an Organization was given for its test environment by the platform's rule and by nobody's decision
 * (docs/contract#test-preparation): each thing once.
 */
export interface TestGrant {
  readonly organizationId: OrganizationId
  /** Undefined while the platform gives none. */
  readonly credit: TestCredit | undefined
  /** The copies of starter templates that it got, whatever became of them since. */
  readonly templates: Readonly<Partial<Record<StarterSlot, TemplateId>>>
}

/** What an Organization has that was given nothing yet. */
export const noTestGrant = (organizationId: OrganizationId): TestGrant => ({
  organizationId,
  credit: undefined,
  templates: {},
})
