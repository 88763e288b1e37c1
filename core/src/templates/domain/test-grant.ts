import type { EntryId, OrganizationId, TemplateId } from '../../kernel/ids/id.js'
import type { StarterSlot } from './approved-starter.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** Test credit that an Organization got. */
export interface TestCredit {
  /** The ledger entry of the credit; this record shows the origin of that entry. */
  readonly entryId: EntryId
  readonly currency: string
  readonly amountMinor: number
  readonly atMs: EpochMs
}

/**
 * The items that an Organization automatically got for its test environment, each once
 * (docs/api/sandbox#test-preparation).
 */
export interface TestGrant {
  readonly organizationId: OrganizationId
  /** Undefined while the platform grants none. */
  readonly credit: TestCredit | undefined
  /** The copies of starter templates that it got, whatever their current state. */
  readonly templates: Readonly<Partial<Record<StarterSlot, TemplateId>>>
}

/** The grant of an Organization that has got nothing yet. */
export const noTestGrant = (organizationId: OrganizationId): TestGrant => ({
  organizationId,
  credit: undefined,
  templates: {},
})
