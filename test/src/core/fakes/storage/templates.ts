import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import type { DraftKey, UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { inList, inMap, memoryRepository } from './repository.js'
import type { WorkingCopy } from './working-copy.js'
import type { UsedPart } from './used-part.js'

const keyOf = ({ draftId, version }: DraftKey): string => `${draftId} ${version}`

const drafts = inMap((tables) => tables.templateDrafts, keyOf)
const templates = inList(
  ({ catalog }) => catalog.templates,
  (one) => one.templateVersionId,
)

const reports = inMap(
  (tables) => tables.templateReports,
  (one) => one.templateReportId,
)

const isInUse = ({ state }: TemplateDraft): boolean => state === 'approved' || state === 'paused'

/** Templates inside a unit. */
export const templatesInMemory = (
  draft: WorkingCopy,
): UsedPart<Pick<UnitOfWork, 'templateDrafts' | 'templates' | 'templateReports'>> => ({
  templateDrafts: {
    ...memoryRepository(draft, drafts, keyOf),
    lockKnownToVendor: async (organizationId) =>
      [...draft.tables.templateDrafts.values()]
        .filter((one) => one.organizationId === organizationId)
        .filter((one) =>
          one.state === 'pending_vendor'
            ? one.vendorTemplate !== undefined
            : isInUse(one) && one.registration !== undefined,
        )
        .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
  },
  templates: memoryRepository(draft, templates, (key: string) => key),
  templateReports: memoryRepository(draft, reports, (key: string) => key),
})
