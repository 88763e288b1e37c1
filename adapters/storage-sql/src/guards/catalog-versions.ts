import type { CatalogChanges, ChangeScope } from '@postrider/core/tenancy/domain/catalog-changes'
import type { HeldSender } from '@postrider/core/catalog/domain/held-sender'
import type { InboundId, OrganizationId, SuppressionId } from '@postrider/core/kernel/ids/id'
import type { RecentChanges } from '@postrider/core/tenancy/domain/catalog-changes'
import { isNull, readInteger, readText } from '../cells/cell.js'
import { BEFORE_ALL, idCell, idOf } from '../cells/id-cell.js'
import { assertion } from '../engine/assertion.js'
import type { Rows, Statement } from '../engine/engine.js'
import { insertOrReplace, table } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { CHANGE_PARTS, type ChangePart, partColumn } from './catalog-parts.js'
import { readEpoch } from './epoch.js'

/** The scope of changes that concern everyone. */
export const EVERYONE = BEFORE_ALL

/** The scope of the rights of people and Agents. */
const RIGHTS = `${BEFORE_ALL.slice(0, -1)}1`

const cellOf = (scope: ChangeScope): string => (scope === 'everyone' ? EVERYONE : idCell(scope))
const scopeCells = (organizations: readonly OrganizationId[]): readonly string[] => [
  EVERYONE,
  ...organizations.map(idCell),
]

/** The scopes whose sending a transaction's changes affect, with the changed parts. */
export type ChangedParts = ReadonlyMap<ChangeScope, ReadonlySet<ChangePart>>

const versions = table('catalog_versions', ['scope x', 'epoch', ...CHANGE_PARTS.map(partColumn)])

/** Raises the versions of these parts, and the epoch of the last change. */
const raiseParts = (parts: readonly ChangePart[]) => {
  const put = insertOrReplace(versions, ['scope'], ['epoch', ...parts.map(partColumn)])
  return (cells: readonly string[], epoch: number): Statement => {
    const ofParts = CHANGE_PARTS.map((part) => (parts.includes(part) ? epoch : 0))
    return put(cells.flatMap((cell) => [cell, epoch, ...ofParts]))
  }
}

const raises = new Map<string, ReturnType<typeof raiseParts>>()

const raiseOf = (parts: readonly ChangePart[]): ReturnType<typeof raiseParts> => {
  const known = raises.get(parts.join())
  if (known !== undefined) return known
  const raise = raiseParts(parts)
  raises.set(parts.join(), raise)
  return raise
}

/**
 * Records a change at the epoch that the transaction creates, for each of the scopes and for people's rights.
 */
export const noteVersions = (
  concerns: ChangedParts,
  touchesRights: boolean,
  epoch: number,
): readonly Statement[] => {
  const alike = new Map<string, { readonly parts: readonly ChangePart[]; readonly cells: string[] }>()
  const add = (cell: string, touched: ReadonlySet<ChangePart>): void => {
    const parts = CHANGE_PARTS.filter((part) => touched.has(part))
    const group = alike.get(parts.join()) ?? { parts, cells: [] }
    group.cells.push(cell)
    alike.set(parts.join(), group)
  }
  for (const [scope, parts] of concerns) add(cellOf(scope), parts)
  if (touchesRights) add(RIGHTS, new Set())
  // In one order, so that two transactions never deadlock.
  return [...alike.values()].map(({ parts, cells }) => raiseOf(parts)(cells.sort(), epoch))
}

const copyEpoch = statement(`
  UPDATE catalog_versions SET epoch = (SELECT e.epoch FROM catalog_epoch e) WHERE scope = ?x`)

const advanceVersion = statement(`
  UPDATE catalog_versions SET epoch = (SELECT e.epoch + 1 FROM catalog_epoch e) WHERE scope = ?x`)

/**
 * Records a change for everyone and locks that version; the transaction holds the epoch. From then on,
 * transactions that lock everyone's version wait for it.
 */
export const lockEveryone = (): Statement => advanceVersion(EVERYONE)

const shareVersion = statement('SELECT v.epoch FROM catalog_versions v WHERE v.scope = ?x {for share}')

/**
 * Takes a shared lock on everyone's version, so that changes that concern everyone wait, for example of the
 * sealing key.
 */
export const shareEveryone = (): Statement => shareVersion(EVERYONE)

/** Records a change for everyone, in a transaction that has advanced the epoch and hasn't read it. */
export const noteForEveryone = (): Statement => copyEpoch(EVERYONE)

const noteUnlessSuppressed = statement(`
  UPDATE catalog_versions SET epoch = (SELECT e.epoch + 1 FROM catalog_epoch e),
    ${partColumn('services')} = (SELECT e.epoch + 1 FROM catalog_epoch e)
  WHERE scope = ?x AND NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.organization_id = ?x)`)

/**
 * Records the change for an Organization that is about to get its first suppression: only from then on are
 * its submissions checked for suppressions. The transaction holds the epoch, and advances it by one.
 */
export const noteFirstSuppression = (organizationId: OrganizationId): Statement =>
  noteUnlessSuppressed(idCell(organizationId), idCell(organizationId))

const noteLastRemoved = statement(`
  UPDATE catalog_versions SET epoch = (SELECT e.epoch + 1 FROM catalog_epoch e),
    ${partColumn('services')} = (SELECT e.epoch + 1 FROM catalog_epoch e)
  WHERE scope IN (SELECT s.organization_id FROM suppressions s WHERE s.id = ?x)
    AND NOT EXISTS (SELECT 1 FROM suppressions o WHERE o.organization_id = catalog_versions.scope AND o.id <> ?x)`)

/**
 * Records the change for an Organization that is about to lose its last suppression: its submissions aren't
 * checked from then on.
 */
export const noteLastSuppression = (suppressionId: SuppressionId): Statement =>
  noteLastRemoved(idCell(suppressionId), idCell(suppressionId))

const noteUnlessHeld = statement(`
  UPDATE catalog_versions SET epoch = (SELECT e.epoch + 1 FROM catalog_epoch e)
  WHERE scope = ?x AND NOT EXISTS (
    SELECT 1 FROM held_senders h {by held_senders.of_sender} WHERE h.provider_account_id = ?x AND h.sender = ?)`)

/**
 * Records the change for everyone if the sender is about to get its first hold. The transaction holds the
 * epoch, and advances it by one.
 */
export const noteFirstHold = ({ providerAccountId, sender }: HeldSender): Statement =>
  noteUnlessHeld(EVERYONE, idCell(providerAccountId), sender)

const noteUnlessHeldAgain = statement(`
  UPDATE catalog_versions SET epoch = (SELECT e.epoch + 1 FROM catalog_epoch e)
  WHERE scope = ?x AND NOT EXISTS (
    SELECT 1 FROM held_senders h JOIN held_senders o {by held_senders.of_sender}
    ON o.provider_account_id = h.provider_account_id AND o.sender = h.sender AND o.id <> h.id WHERE h.id = ?x)`)

/** Records the change for everyone if the sender is about to lose its last hold. */
export const noteLastHold = (inboundId: InboundId): Statement =>
  noteUnlessHeldAgain(EVERYONE, idCell(inboundId))

/** The rows of `readVersions`. */
export const versionsIn = (rows: Rows, organizations: readonly OrganizationId[]): CatalogChanges => {
  const epochs = new Map(rows.map(([scope, epoch]) => [readText(scope), readInteger(epoch)]))
  return {
    everyone: epochs.get(EVERYONE) ?? 0,
    organizations: new Map(organizations.map((one) => [one, epochs.get(idCell(one)) ?? 0])),
  }
}

const findVersions = statement('SELECT v.scope, v.epoch FROM catalog_versions v WHERE v.scope IN (?x*)')

/** The versions of Organizations, and everyone's. */
export const readVersions = (organizations: readonly OrganizationId[]): Statement =>
  findVersions(scopeCells(organizations))

const findStatus = statement(`
  SELECT v.scope, v.epoch, i.held_since FROM installation i {in this order} catalog_versions v ON v.scope IN (?x*)
  WHERE i.one = 1`)

/**
 * The versions of Organizations, and whether the database is on hold: everything that acceptance requires to
 * be unchanged.
 */
export const readStatus = (organizations: readonly OrganizationId[]): Statement =>
  findStatus(scopeCells(organizations))

/** The rows of `readStatus`. */
export const statusOf = (rows: Rows, organizations: readonly OrganizationId[]) => ({
  changes: versionsIn(rows, organizations),
  isHeld: !isNull(rows[0]?.[2]),
})

/** Versions only grow, so an unchanged sum means that each is unchanged. */
const sumStands = assertion(`
  (SELECT SUM(v.epoch) AS total FROM catalog_versions v WHERE v.scope IN (?x*)) c {in this order} installation i
  ON i.one = 1 WHERE i.held_since IS NULL AND c.total = ?`)

/**
 * Lets a transaction pass only if nothing has changed for the Organizations, and the database isn't on hold.
 */
export const assertStatus = (
  organizations: readonly OrganizationId[],
  { everyone, organizations: epochs }: CatalogChanges,
): Statement =>
  sumStands(
    scopeCells(organizations),
    organizations.reduce((sum, one) => sum + (epochs.get(one) ?? 0), everyone),
    1,
  )

const findSince = statement(`
  SELECT v.scope, v.epoch, ${CHANGE_PARTS.map((part) => `v.${partColumn(part)}`).join(', ')}
  FROM catalog_versions v {by catalog_versions.by_epoch} WHERE v.epoch > ? ORDER BY v.epoch`)

/** The current epoch, followed by the versions after an earlier one; without an earlier one, no versions. */
export const readSince = (sinceEpoch: number | undefined): readonly Statement[] => [
  readEpoch(),
  ...(sinceEpoch === undefined ? [] : [findSince(sinceEpoch)]),
]

/** When each part last changed. */
export type PartEpochs = Readonly<Record<ChangePart, number>>

/** The epochs of parts, each by its position among the columns that were selected for them. */
export const partEpochs = <P extends ChangePart>(
  parts: readonly P[],
  epochAt: (place: number) => number,
): Pick<PartEpochs, P> =>
  Object.fromEntries(parts.map((part, place) => [part, epochAt(place)])) as Pick<PartEpochs, P>

/** A row of the versions: an Organization's, everyone's, or of rights. */
export interface ScopeVersion {
  /** An id's cell. */
  readonly scope: string
  readonly epoch: number
  readonly parts: PartEpochs
}

/** The rows of `readSince`. */
export const scopeVersionsIn = (rows: Rows = []): readonly ScopeVersion[] =>
  rows.map(([scope, epoch, ...parts]) => ({
    scope: readText(scope),
    epoch: readInteger(epoch),
    parts: partEpochs(CHANGE_PARTS, (place) => readInteger(parts[place])),
  }))

/** The changes after an epoch, from versions; `epochIn` selects the epoch that counts. */
const changesAmong = (
  found: readonly ScopeVersion[],
  sinceEpoch: number,
  epochIn: (version: ScopeVersion) => number,
): CatalogChanges => {
  const changed = found.filter((version) => epochIn(version) > sinceEpoch)
  const everyone = changed.find(({ scope }) => scope === EVERYONE)
  const organizations = changed.filter(({ scope }) => scope !== EVERYONE && scope !== RIGHTS)
  return {
    everyone: everyone === undefined ? 0 : epochIn(everyone),
    organizations: new Map(organizations.map((version) => [idOf('org', version.scope), epochIn(version)])),
  }
}

/** The recent changes in the rows of `readSince`. */
export const sinceIn = (
  epoch: number,
  found: readonly ScopeVersion[],
  sinceEpoch = epoch,
): RecentChanges => ({
  epoch,
  changes: changesAmong(found, sinceEpoch, (version) => version.epoch),
  credentials: changesAmong(found, sinceEpoch, ({ parts }) => parts.credentials),
  rights: found.find(({ scope }) => scope === RIGHTS)?.epoch ?? 0,
})
