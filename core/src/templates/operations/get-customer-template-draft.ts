import { draftView, languagesView } from './views.js'
import { isRevisable } from '../domain/draft.js'
import { takesRegistration } from '../domain/entered-registration.js'
import { isSubmittable } from '../domain/review.js'
import { E } from '../../fp.js'
import { absent, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATE_PAGES } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { draftId as draftIdField, draftVersion, draftShape, templateLanguagesShape } from './shapes.js'
import { flag } from '../../kernel/codecs/flag.js'

/**
 * Returns a version of the Organization's draft, by default the newest. NotFound for an unknown draft or one
 * of another Organization.
 */
export const getCustomerTemplateDraftEntry = entryOf('Templates', 'getCustomerTemplateDraft', {
  ...TEMPLATE_PAGES,
  summary: 'Read a version of a template draft',
  description: 'Returns the newest version, or the given one, with the languages of its template.',
  refusals: ['NotFound'],
  live: runAgain('act'),
  request: readRequest(
    { organizationId: organizationIdField, draftId: draftIdField },
    { atVersion: draftVersion },
  ),
  result: readResult(
    {
      draft: draftShape,
      newestVersion: draftVersion,
      languages: templateLanguagesShape,
      canBeRevised: flag({ description: '`true` if a new version can be saved now.' }),
      canBeSubmitted: flag({ description: '`true` if this version can be submitted for review now.' }),
      takesRegistration: flag({
        description: '`true` if the author can enter or correct the vendor’s IDs.',
      }),
    },
    {},
  ),
})

export const getCustomerTemplateDraft = reading(getCustomerTemplateDraftEntry, {
  read: async (call, { storage }) => {
    const draftId = knownId('tpl', call.request.draftId)
    if (E.isLeft(draftId)) return draftId
    const read = await storage.templates.draft(draftId.right, call.request.atVersion)()
    if (E.isLeft(read)) return read
    const { epoch, value: file } = read.right
    const { organizationId } = membershipOf(call).organization
    if (file?.draft.organizationId !== organizationId) return absent(epoch)
    const { draft, versions } = file
    const languages = await storage.templates.languages(draft.variantOf ?? draft.draftId)()
    if (E.isLeft(languages)) return languages
    const newestVersion = versions[0]?.version ?? draft.version
    const isNewest = newestVersion === draft.version
    return shown(epoch, {
      draft: draftView(file, 'customer'),
      newestVersion,
      languages: languagesView(languages.right.value),
      canBeRevised: isNewest && isRevisable(draft),
      canBeSubmitted: isNewest && isSubmittable(draft),
      takesRegistration: isNewest && takesRegistration(draft),
    })
  },
})
