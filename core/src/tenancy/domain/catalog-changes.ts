import type { OrganizationId } from '../../kernel/ids/id.js'

/** Whose sending a change affects: one Organization's, or everyone's. */
export type ChangeScope = OrganizationId | 'everyone'

/** The epochs of the last changes to the records that sending depends on (docs/decisions/0078). */
export interface CatalogChanges {
  /**
   * The last change that affects all Organizations: provider accounts, blocked destinations, list prices, the
   * sealing key.
   */
  readonly everyone: number
  /** The last change of each Organization. A missing Organization hasn't changed. */
  readonly organizations: ReadonlyMap<OrganizationId, number>
}

/**
 * The epoch of the last change that affects the Organization. Facts about it that were read at that epoch or
 * later are current.
 */
export const lastChangeOf = (
  { everyone, organizations }: CatalogChanges,
  organizationId: OrganizationId,
): number => Math.max(everyone, organizations.get(organizationId) ?? 0)

/** The scope of a change of a record: its Organization. A record without an Organization affects everyone. */
export const concernedBy = (record: unknown): ChangeScope =>
  (record as { readonly organizationId?: OrganizationId }).organizationId ?? 'everyone'

/** The current epoch, and the last changes after an earlier one. */
export interface RecentChanges {
  readonly epoch: number
  /** `everyone` is 0 if nothing that affects all has changed since. */
  readonly changes: CatalogChanges
  /** The changes among them to credentials. An adapter may include other changes. */
  readonly credentials: CatalogChanges
  /**
   * The last change of the permissions of people and Agents; 0 if there was none since. An adapter may
   * include other changes.
   */
  readonly rights: number
}

/**
 * Changes of the catalog after an epoch, read after the commit of a transaction and in its round trip. An
 * adapter may leave them out; it never delays or fails the transaction for them.
 */
export interface ChangesAfterCommit {
  readonly sinceEpoch: number
  readonly report: (recent: RecentChanges) => void
}
