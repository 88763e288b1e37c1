import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import type { TemplateId } from '@postrider/core/kernel/ids/id'
import {
  type CurrentDraft,
  type LanguageStatus,
  LONGEST_LISTED,
  MOST_LISTED_LANGUAGES,
} from '@postrider/core/templates/domain/draft-status'
import type {
  DraftPage,
  TemplateStorage,
  VersionPage,
  VersionQuery,
} from '@postrider/core/templates/ports/template-storage'
import { E } from '@postrider/core/fp'
import { readAsOf } from '../guards/as-of.js'
import { templates } from '../catalog/tables.js'
import { type Cell, type Cells, isNull, readInteger, readJson, readText } from '../cells/cell.js'
import { BEYOND_ALL, idCell, idCellOr, idOf } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { starterTable } from './starters-table.js'
import { draftStatuses, templateDrafts } from './table.js'
import { expression, joined, outer } from '../rows/selection.js'
import { firstOf } from '../engine/queries.js'

/** The approximate total size of the texts on a page, in characters. */
const PAGE_SIZE = 500_000

/** The fields of a version in use that other versions need. */
const versionsInUse = templateDrafts.pick('version', 'state', 'stateSinceMs', 'history')

const drafts = joined({ d: templateDrafts, u: outer(versionsInUse) })
const draftsSummed = joined({
  d: templateDrafts,
  u: outer(versionsInUse),
  upto: expression('p.upto', readInteger),
})

/** At most one version of a draft is in use. */
const withInUse = `LEFT JOIN template_drafts u ON u.draft_id = d.draft_id AND u.state IN ('approved', 'paused')`

/** The text of a content; undefined if it wasn't read. */
const readContentText = (cell: Cell | undefined): string | undefined =>
  isNull(cell) ? undefined : (readJson(cell) as TemplateDraft['content']).text

/**
 * The keys decide which drafts are on a page; texts are only read for the drafts that fit. One more than is
 * shown means that there is a next page.
 */
const findDrafts = statement(`
  SELECT ${draftsSummed.columns} FROM (
    SELECT k.draft_id, k.version, k.upto FROM (
      SELECT n.draft_id, n.version, n.size, CAST(SUM(n.size) OVER (ORDER BY n.draft_id DESC) {as integer}) AS upto
      FROM (
        SELECT o.draft_id, o.version, o.size FROM template_drafts o {by template_drafts.of_organization}
        WHERE o.organization_id = ?x AND o.draft_id < ?x AND o.state = COALESCE(?, o.state)
          AND o.channel = COALESCE(?, o.channel)
          AND NOT EXISTS (SELECT 1 FROM template_drafts l WHERE l.draft_id = o.draft_id AND l.version > o.version)
        ORDER BY o.draft_id DESC LIMIT ?) n) k
    WHERE k.upto - k.size < ?) p
  JOIN template_drafts d ON d.draft_id = p.draft_id AND d.version = p.version ${withInUse}
  ORDER BY d.draft_id DESC`)

const findDraft = statement(`
  SELECT ${drafts.columns}
  FROM template_drafts d {by template_drafts.PRIMARY} ${withInUse}
  WHERE d.draft_id = ?x AND d.version = COALESCE(?, d.version) ORDER BY d.version DESC LIMIT 1`)
/** The same for a page of a draft's versions: keys first, then only the texts that fit. */
const findVersionPage = statement(`
  SELECT ${draftsSummed.columns} FROM (
    SELECT k.draft_id, k.version, k.upto FROM (
      SELECT n.draft_id, n.version, n.size, CAST(SUM(n.size) OVER (ORDER BY n.version DESC) {as integer}) AS upto
      FROM (
        SELECT o.draft_id, o.version, o.size FROM template_drafts o {by template_drafts.PRIMARY}
        WHERE o.draft_id = ?x AND o.version < ? AND o.organization_id = ?x
        ORDER BY o.version DESC LIMIT ?) n) k
    WHERE k.upto - k.size < ?) p
  JOIN template_drafts d ON d.draft_id = p.draft_id AND d.version = p.version ${withInUse}
  ORDER BY d.version DESC`)
const findVersions = statement(`
  SELECT ${draftStatuses.select('d')} FROM template_drafts d {by template_drafts.PRIMARY}
  WHERE d.draft_id = ?x ORDER BY d.version DESC`)
const languageDrafts = joined({
  d: templateDrafts.pick('draftId', 'version', 'language', 'variantOf', 'state', 'stateSinceMs'),
  inUse: expression('u.version', (cell) => (isNull(cell) ? undefined : readInteger(cell))),
  text: expression(`CASE WHEN d.size <= ${LONGEST_LISTED} THEN d.content END`, readContentText),
})
const newestOnly = `NOT EXISTS (SELECT 1 FROM template_drafts l WHERE l.draft_id = d.draft_id AND l.version > d.version)`
const findTemplate = statement(`
  SELECT ${languageDrafts.columns} FROM template_drafts d {by template_drafts.PRIMARY} ${withInUse}
  WHERE d.draft_id = ?x ORDER BY d.version DESC LIMIT 1`)
const findLanguages = statement(`
  SELECT ${languageDrafts.columns} FROM template_drafts d {by template_drafts.of_template} ${withInUse}
  WHERE d.variant_of = ?x AND ${newestOnly} ORDER BY d.draft_id LIMIT ?`)
const findStatuses = statement(`
  SELECT ${draftStatuses.select('d')} FROM template_drafts d {by template_drafts.by_state}
  WHERE d.state IN (?*) AND (d.state_since > ? OR (d.state_since = ? AND d.template_version_id > ?x))
  ORDER BY d.state_since, d.template_version_id LIMIT ?`)
const findApproved = statement(`
  SELECT ${templates.select('t')} FROM template_versions t {by template_versions.of_organization}
  WHERE t.organization_id = ?x AND t.template_id < ?x AND t.status = 'approved' AND NOT EXISTS (
    SELECT 1 FROM template_versions n
    WHERE n.organization_id = t.organization_id AND n.template_id = t.template_id AND n.id > t.id)
  ORDER BY t.template_id DESC LIMIT ?`)

const findNames = statement(`
  SELECT t.template_id, t.name FROM template_versions t {by template_versions.of_organization}
  WHERE t.organization_id = ?x AND t.template_id IN (?x*) ORDER BY t.template_id, t.id`)

const findStarters = statement(`SELECT ${starterTable.select('s')} FROM starter_templates s ORDER BY s.slot`)

const languageOf = ({ d, inUse, text }: ReturnType<typeof languageDrafts.of>): LanguageStatus => ({
  ...d,
  versionInUse: inUse,
  text,
})

const inHand = ({ d, u }: ReturnType<typeof drafts.of>): CurrentDraft => ({ draft: d, inUse: u })

/**
 * The end of a page: a row more than the limit, or too much text, means that there is a next page. Returns
 * the last row shown.
 */
const cutOf = (rows: Rows, limit: number) => {
  const found = rows.map((row) => draftsSummed.of(row))
  const shown = found.slice(0, limit).map(inHand)
  const isCut = found.length > limit || (found.at(-1)?.upto ?? 0) >= PAGE_SIZE
  return { shown, last: isCut ? shown.at(-1)?.draft : undefined }
}

const pageOf = (rows: Rows, limit: number): DraftPage => {
  const { shown, last } = cutOf(rows, limit)
  return { drafts: shown, before: last?.draftId }
}

/** Every draft has a first version: if none is found from the newest on, the draft doesn't exist. */
const versionPageOf = (rows: Rows, { before, limit }: VersionQuery): VersionPage | undefined => {
  const { shown, last } = cutOf(rows, limit)
  const isThere = shown.length > 0 || before !== undefined
  return isThere ? { versions: shown, before: last?.version } : undefined
}

export const templateStorage = (engine: Engine): TemplateStorage => ({
  drafts:
    ({ organizationId, state = null, channel = null, before, limit }) =>
    () => {
      const from = idCellOr(before) ?? BEYOND_ALL
      const page = findDrafts(idCell(organizationId), from, state, channel, limit + 1, PAGE_SIZE)
      return readAsOf(engine, [page], ([rows = []]) => pageOf(rows, limit))
    },
  draft: (draftId, version) => () => {
    const id = idCell(draftId)
    return readAsOf(
      engine,
      [findDraft(id, version ?? null), findVersions(id)],
      ([found = [], versions = []]) => {
        const one = firstOf(drafts.of)(found)
        return one === undefined ? undefined : { ...inHand(one), versions: versions.map(draftStatuses.of) }
      },
    )
  },
  languages: (templateId) => () => {
    const id = idCell(templateId)
    const find = [findTemplate(id), findLanguages(id, MOST_LISTED_LANGUAGES - 1)]
    return readAsOf(engine, find, ([own = [], others = []]) =>
      [...own, ...others].map(languageDrafts.of).map(languageOf),
    )
  },
  versions: (query) => () => {
    const { organizationId, draftId, before = Number.MAX_SAFE_INTEGER, limit } = query
    const page = findVersionPage(idCell(draftId), before, idCell(organizationId), limit + 1, PAGE_SIZE)
    return readAsOf(engine, [page], ([rows = []]) => versionPageOf(rows, query))
  },
  statuses: (states, after, limit) => () => {
    const sinceMs = after?.stateSinceMs ?? -1
    const from = idCellOr(after?.templateVersionId) ?? BEYOND_ALL
    return readAsOf(engine, [findStatuses([...states], sinceMs, sinceMs, from, limit)], ([rows = []]) =>
      rows.map(draftStatuses.of),
    )
  },
  approved: (organizationId, before, limit) => () =>
    readAsOf(
      engine,
      [findApproved(idCell(organizationId), idCellOr(before) ?? BEYOND_ALL, limit)],
      ([rows = []]) => rows.map(templates.of),
    ),
  names: (organizationId, templateIds) => async () => {
    if (templateIds.length === 0) return E.right(new Map())
    const ids = templateIds.map(idCell).sort()
    const read = await engine.read([findNames(idCell(organizationId), ids)], 'each')
    // The newest version comes last.
    const nameOf = ([id, name]: Cells): [TemplateId, string] => [idOf('tpl', id), readText(name)]
    return E.map(([rows = []]: readonly Rows[]) => new Map(rows.map(nameOf)))(read)
  },
  starters: () => () => readAsOf(engine, [findStarters()], ([rows = []]) => rows.map(starterTable.of)),
})
