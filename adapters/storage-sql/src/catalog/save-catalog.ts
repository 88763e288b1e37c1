import { isDeepStrictEqual } from 'node:util'
import { concernedBy } from '@postrider/core/tenancy/domain/catalog-changes'
import type { CatalogRecords } from '@postrider/core/catalog/ports/catalog-storage'
import { idCell } from '../cells/id-cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { insertInto, insertMissing, insertOrReplace, type Insertion } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { CHANGE_PARTS, type ChangePart } from '../guards/catalog-parts.js'
import { noteVersions } from '../guards/catalog-versions.js'
import { advanceEpoch, epochOf, lockEpoch } from '../guards/epoch.js'
import {
  apps,
  blockedDestinations,
  brands,
  configurations,
  credentials,
  numberPrefixes,
  organizations,
  projects,
  providerAccounts,
  senderRules,
  templates,
} from './tables.js'
import { prices } from '../ledger/prices/table.js'
import type { RecordTable } from '../rows/record-table.js'

const findTemplates = statement(
  `SELECT ${templates.select('t')} FROM template_versions t WHERE t.id IN (?x*)`,
)
const findPrices = statement(`SELECT ${prices.select('p')} FROM price_versions p WHERE p.id IN (?x*)`)
const removeCredentials = statement('DELETE FROM server_credentials WHERE id IN (?x*)')

const replacing = <R>(of: RecordTable<R>, keys: readonly string[], only?: readonly string[]) => {
  const put = insertOrReplace(of.table, keys, only)
  return (records: readonly R[] = []): Insertion => put(of.rows(records))
}

const putOrganizations = replacing(organizations, ['id'])
const putBrands = replacing(brands, ['id'])
const putProjects = replacing(projects, ['id'])
const putApps = replacing(apps, ['id'])
const putConfigurations = replacing(configurations, ['app_id', 'channel'])
const putProviderAccounts = replacing(providerAccounts, ['id'])
/** In a template version, only its status changes. */
const putTemplates = replacing(templates, ['id'], ['status'])
const putBlockedDestinations = replacing(blockedDestinations, ['prefix'])
const putSenderRules = replacing(senderRules, ['country', 'kind'])
const putNumberPrefixes = replacing(numberPrefixes, ['prefix'])
const addPrices = insertMissing(prices.table, ['id'])
const addCredentials = insertInto(credentials.table)

const EVERY_PART: ReadonlySet<ChangePart> = new Set(CHANGE_PARTS)

/**
 * Reads existing versions of the records that never change; their epoch is locked until the writing is done.
 */
export const gatherSaved = ({
  templates: ours = [],
  prices: own = [],
}: CatalogRecords): readonly Statement[] => [
  lockEpoch(),
  findTemplates(ours.map(({ templateVersionId }) => idCell(templateVersionId))),
  findPrices(own.map(({ priceVersionId }) => idCell(priceVersionId))),
]

const assertUnchanged = <R>(
  of: RecordTable<R>,
  keyOf: (record: R) => string,
  present: Rows | undefined,
  written: readonly R[],
): void => {
  const known = new Map((present ?? []).map((row) => of.of(row)).map((record) => [keyOf(record), record]))
  for (const record of written) {
    const before = known.get(keyOf(record))
    // Compared in their stored form, so that properties that JSON omits make no difference.
    if (before !== undefined && !isDeepStrictEqual(of.of(of.cells(before)), of.of(of.cells(record))))
      throw new Error(`${keyOf(record)} exists with other content and never changes`)
  }
}

/** Writes the records; throws if one that never changes would be changed. */
export const savingOf = (
  records: CatalogRecords,
  [epoch, ours, own]: readonly Rows[],
): readonly Statement[] => {
  const { templates: written = [], prices: priced = [], credentials: issued = [] } = records
  const usable = written.map((version) => ({ ...version, status: 'approved' as const }))
  const before = (ours ?? []).map((row) => templates.cells({ ...templates.of(row), status: 'approved' }))
  assertUnchanged(templates, ({ templateVersionId }) => templateVersionId, before, usable)
  assertUnchanged(prices, ({ priceVersionId }) => priceVersionId, own, priced)
  return [
    putOrganizations(records.organizations),
    putBrands(records.brands),
    putProjects(records.projects),
    putApps(records.apps),
    // Not "on duplicate key": that would replace the credential of another that has the same selector.
    removeCredentials(issued.map(({ credentialId }) => idCell(credentialId))),
    addCredentials(credentials.rows(issued)),
    putConfigurations(records.configurations),
    putProviderAccounts(records.providerAccounts),
    putTemplates(written),
    addPrices(prices.rows(priced)),
    putBlockedDestinations(records.blockedDestinations),
    putSenderRules(records.senderRules),
    putNumberPrefixes(records.numberPrefixes),
    ...noteVersions(
      new Map(
        Object.values(records)
          .flat()
          .map((record) => [concernedBy(record), EVERY_PART]),
      ),
      records.organizations !== undefined,
      epochOf(epoch) + 1,
    ),
    advanceEpoch(),
  ]
}
