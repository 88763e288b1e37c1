import type { OrganizationId, TemplateId } from '@postrider/core/kernel/ids/id'
import type { ApprovedStarter } from '@postrider/core/templates/domain/approved-starter'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import type { CurrentDraft, DraftStatus } from '@postrider/core/templates/domain/draft-status'
import type { TemplateStorage } from '@postrider/core/templates/ports/template-storage'
import type { DraftKey, UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inList, inMap, memoryRepository } from './repository.js'
import type { WorkingCopy } from './working-copy.js'
import type { MemoryTables } from './tables.js'

/** What the texts of a page come to, about: characters. */
const PAGE_SIZE = 500_000

const keyOf = ({ draftId, version }: DraftKey): string => `${draftId} ${version}`

const drafts = inMap((tables) => tables.templateDrafts, keyOf)
const templates = inList(
  ({ catalog }) => catalog.templates,
  (one) => one.templateVersionId,
)

const starters = inMap(
  (tables) => tables.starters,
  (one) => one.slot,
  'cached',
)

const grants = inMap(
  (tables) => tables.testGrants,
  (one) => one.organizationId,
  'cached',
)

const startersIn = (tables: MemoryTables): readonly ApprovedStarter[] =>
  [...tables.starters.values()].sort((one, other) => (one.slot < other.slot ? -1 : 1))

const reports = inMap(
  (tables) => tables.templateReports,
  (one) => one.templateReportId,
)

/** The draft's versions, newest first. */
const versionsOf = ({ templateDrafts }: MemoryTables, draftId: TemplateId): readonly TemplateDraft[] =>
  [...templateDrafts.values()]
    .filter((one) => one.draftId === draftId)
    .sort((one, other) => other.version - one.version)

const isInUse = ({ state }: TemplateDraft): boolean => state === 'approved' || state === 'paused'

const inHand = (tables: MemoryTables, draft: TemplateDraft): CurrentDraft => {
  const found = versionsOf(tables, draft.draftId).find(isInUse)
  if (found === undefined) return { draft, inUse: undefined }
  const { version, state, stateSinceMs, history } = found
  return { draft, inUse: { version, state, stateSinceMs, history } }
}

const statusOf = (draft: TemplateDraft): DraftStatus => {
  const { draftId, version, templateVersionId, organizationId, name, category, language } = draft
  const { state, stateSinceMs, expectedByMs, entered, content } = draft
  const named = { draftId, version, templateVersionId, organizationId, channel: content.channel }
  return { ...named, name, category, language, state, stateSinceMs, expectedByMs, entered }
}

/** As many as there is room for, and one at the least. */
const roomFor = (found: readonly TemplateDraft[]): readonly TemplateDraft[] => {
  let size = 0
  return found.filter(({ content, variables }) => {
    const hasRoom = size < PAGE_SIZE
    size += JSON.stringify([content, variables]).length
    return hasRoom
  })
}

const newestFirst = <R>(records: Iterable<R>, idOf: (record: R) => string): R[] =>
  [...records].sort((one, other) => (idOf(one) < idOf(other) ? 1 : -1))

/** The names of the templates' newest versions. */
const namesIn = (
  { catalog }: MemoryTables,
  organizationId: OrganizationId,
  templateIds: readonly TemplateId[],
): ReadonlyMap<TemplateId, string> => {
  const own = catalog.templates.filter((one) => one.organizationId === organizationId)
  const versions = own.toSorted((one, other) => (one.templateVersionId < other.templateVersionId ? -1 : 1))
  const sought = versions.filter(({ templateId }) => templateIds.includes(templateId))
  return new Map(sought.map(({ templateId, name }) => [templateId, name]))
}

/** Templates and the way to them, in memory. */
export const memoryTemplates = (tables: MemoryTables, calls: Calls): TemplateStorage => {
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    drafts: ({ organizationId, state, channel, before, limit }) =>
      calls.reading('drafts', () => {
        const newest = newestFirst(tables.templateDrafts.values(), (one) => one.draftId).filter(
          (one) =>
            one.organizationId === organizationId &&
            (before === undefined || one.draftId < before) &&
            one === versionsOf(tables, one.draftId)[0] &&
            one.state === (state ?? one.state) &&
            one.content.channel === (channel ?? one.content.channel),
        )
        const shown = roomFor(newest.slice(0, limit))
        const last = newest.length > shown.length ? shown.at(-1)?.draftId : undefined
        return asOf({ drafts: shown.map((one) => inHand(tables, one)), before: last })
      }),
    draft: (draftId, version) =>
      calls.reading('draft', () => {
        const versions = versionsOf(tables, draftId)
        const draft = versions.find((one) => one.version === (version ?? one.version))
        if (draft === undefined) return asOf(undefined)
        return asOf({ ...inHand(tables, draft), versions: versions.map(statusOf) })
      }),
    versions: ({ organizationId, draftId, before, limit }) =>
      calls.reading('versions', () => {
        const found = versionsOf(tables, draftId).filter(
          (one) => one.organizationId === organizationId && (before === undefined || one.version < before),
        )
        if (found.length === 0 && before === undefined) return asOf(undefined)
        const shown = roomFor(found.slice(0, limit))
        const last = found.length > shown.length ? shown.at(-1)?.version : undefined
        return asOf({ versions: shown.map((one) => inHand(tables, one)), before: last })
      }),
    statuses: (states, after, limit) =>
      calls.reading('statuses', () => {
        const placeOf = (one: Pick<DraftStatus, 'stateSinceMs' | 'templateVersionId'>): string =>
          `${String(one.stateSinceMs).padStart(16, '0')} ${one.templateVersionId}`
        const line = [...tables.templateDrafts.values()]
          .filter(({ state }) => states.includes(state))
          .filter((one) => after === undefined || placeOf(one) > placeOf(after))
          .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
        return asOf(line.slice(0, limit).map(statusOf))
      }),
    approved: (organizationId, before, limit) =>
      calls.reading('approved', () => {
        const found = newestFirst(tables.catalog.templates, (one) => one.templateId).filter(
          (one) =>
            one.organizationId === organizationId &&
            one.status === 'approved' &&
            (before === undefined || one.templateId < before),
        )
        return asOf(found.slice(0, limit))
      }),
    names: (organizationId, templateIds) =>
      calls.reading('templateNames', () => namesIn(tables, organizationId, templateIds)),
    starters: () => calls.reading('starters', () => asOf(startersIn(tables))),
  }
}

/** Templates inside a unit. */
export const templatesInMemory = (
  draft: WorkingCopy,
): Pick<UnitOfWork, 'templateDrafts' | 'templates' | 'templateReports' | 'starters' | 'testGrants'> => ({
  templateDrafts: {
    ...memoryRepository(draft, drafts, keyOf),
    lockNewest: async (draftId) => versionsOf(draft.tables, draftId)[0],
    lockInUse: async (draftId) => versionsOf(draft.tables, draftId).find(isInUse),
    lockKnownToVendor: async (organizationId) =>
      [...draft.tables.templateDrafts.values()]
        .filter((one) => one.organizationId === organizationId)
        .filter((one) =>
          one.state === 'pending_vendor'
            ? one.vendorTemplate !== undefined
            : isInUse(one) && one.registration !== undefined,
        )
        .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    countOf: async (organizationId) =>
      [...draft.tables.templateDrafts.values()].filter(
        (one) => one.organizationId === organizationId && one.version === 1,
      ).length,
  },
  templates: memoryRepository(draft, templates, (key: string) => key),
  templateReports: memoryRepository(draft, reports, (key: string) => key),
  starters: {
    ...memoryRepository(draft, starters, (slot: string) => slot),
    all: async () => startersIn(draft.tables),
  },
  testGrants: memoryRepository(draft, grants, (key: string) => key),
})
