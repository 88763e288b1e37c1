/**
 * The parts of an app's catalog that change, and are read, independently. `services` covers the Organization,
 * its projects, apps and configurations, and whether it has suppressions. The others are its templates, its
 * own prices and its budgets.
 */
export const CATALOG_PARTS = ['services', 'templates', 'prices', 'budgets'] as const

export type CatalogPart = (typeof CATALOG_PARTS)[number]

/** Parts with a version of their own: the parts of catalogs, and credentials. */
export const CHANGE_PARTS = [...CATALOG_PARTS, 'credentials'] as const

export type ChangePart = (typeof CHANGE_PARTS)[number]

/** The column of `catalog_versions` with the epoch at which an Organization's part last changed. */
export const partColumn = (part: ChangePart): string => `${part}_epoch`
