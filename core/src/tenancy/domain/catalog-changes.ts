import type { OrganizationId } from '../../kernel/ids/id.js'

/** Whose sending a change concerns: one Organization's, or everyone's. */
export type ChangeScope = OrganizationId | 'everyone'

/** The epochs of the last changes of what sending depends on (docs/decisions/0085). */
export interface CatalogChanges {
  /** The last change that concerns all Organizations: provider accounts, blocked destinations, list prices, the sealing key. */
  readonly everyone: number
  /** The last change of each Organization. An Organization that is missing has not changed. */
  readonly organizations: ReadonlyMap<OrganizationId, number>
}

/** The epoch of the last change that concerns the Organization. Facts about it that were read at that epoch or later are current. */
export const lastChangeOf = (
  { everyone, organizations }: CatalogChanges,
  organizationId: OrganizationId,
): number => Math.max(everyone, organizations.get(organizationId) ?? 0)

/** The scope of a change of a record: its Organization. A record without an Organization concerns everyone. */
export const concernedBy = (record: unknown): ChangeScope =>
  (record as { readonly organizationId?: OrganizationId }).organizationId ?? 'everyone'

/** The present epoch, and the last changes after an earlier one. */
export interface RecentChanges {
  readonly epoch: number
  /** `everyone` is 0 if nothing that concerns all changed since. */
  readonly changes: CatalogChanges
  /** Those among them that touched credentials. An adapter may count other changes too. */
  readonly credentials: CatalogChanges
  /** The last change of what people and Agents may do; 0 if there was none since. An adapter may count other changes too. */
  readonly rights: number
}
