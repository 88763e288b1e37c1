import { templateOperations } from './operations.js'
import { draftView } from './views.js'
import { isRevisable } from '../domain/draft.js'
import { takesRegistration } from '../domain/entered-registration.js'
import { isSubmittable } from '../domain/review.js'
import { E } from '../../fp.js'
import { absent, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { boundedListing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byNumber } from '../../runner/use-cases/positions.js'

/** A version of the Organization's draft, by default the newest; NotFound for another's as for one that there is not. */
export const getCustomerTemplateDraft = reading(templateOperations.getCustomerTemplateDraft, {
  read: async (call, { storage }) => {
    const draftId = knownId('tpl', call.request.draftId)
    if (E.isLeft(draftId)) return draftId
    const read = await storage.templates.draft(draftId.right, call.request.atVersion)()
    if (E.isLeft(read)) return read
    const { epoch, value: file } = read.right
    const { organizationId } = membershipOf(call).organization
    if (file?.draft.organizationId !== organizationId) return absent(epoch)
    const { draft, versions } = file
    const newestVersion = versions[0]?.version ?? draft.version
    const isNewest = newestVersion === draft.version
    return shown(epoch, {
      draft: draftView(file, 'customer'),
      newestVersion,
      canBeRevised: isNewest && isRevisable(draft),
      canBeSubmitted: isNewest && isSubmittable(draft),
      takesRegistration: isNewest && takesRegistration(draft),
    })
  },
})

/** The versions of the Organization's draft, newest first; a page whose texts are long ends early. */
export const listCustomerTemplateVersions = boundedListing(templateOperations.listCustomerTemplateVersions, {
  positions: byNumber,
  query: (call) => {
    const draftId = knownId('tpl', call.request.draftId)
    if (E.isLeft(draftId)) return draftId
    const { organizationId } = membershipOf(call).organization
    return E.right({ organizationId, draftId: draftId.right })
  },
  read: (query, { position: before, limit }, { storage }) =>
    storage.templates.versions({ ...query, before, limit })(),
  show: ({ versions }) => ({ versions: versions.map((one) => draftView(one, 'customer')) }),
})
