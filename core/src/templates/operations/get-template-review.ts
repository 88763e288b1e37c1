import { draftView, draftStatusView, languagesView } from './views.js'
import { E } from '../../fp.js'
import { absent, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { REVIEW_READING } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import {
  draftId as draftIdField,
  draftVersion,
  draftShape,
  draftStatusShape,
  templateLanguagesShape,
} from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** Returns a version as its reviewer sees it, by default the newest one. */
export const getTemplateReviewEntry = entryOf('Templates', 'getTemplateReview', {
  ...REVIEW_READING,
  summary: 'Read a template version with its history and the status of all versions',
  description:
    'Returns what a reviewer needs: the content, a preview, the history, the status of the other versions, and the languages of the template.',
  audiences: ['adminConsole'],
  keyKinds: [],
  refusals: ['NotFound'],
  live: runAgainForAll('act'),
  request: readRequest({ draftId: draftIdField }, { atVersion: draftVersion }),
  result: readResult(
    {
      draft: draftShape,
      versions: list(draftStatusShape, { description: 'The status of all versions of the template.' }),
      languages: templateLanguagesShape,
    },
    {},
  ),
})

export const getTemplateReview = reading(getTemplateReviewEntry, {
  read: async ({ request }, { storage }) => {
    const draftId = knownId('tpl', request.draftId)
    if (E.isLeft(draftId)) return draftId
    const read = await storage.templates.draft(draftId.right, request.atVersion)()
    if (E.isLeft(read)) return read
    const { epoch, value: file } = read.right
    if (file === undefined) return absent(epoch)
    const { draftId: ownId, variantOf = ownId } = file.draft
    const languages = await storage.templates.languages(variantOf)()
    if (E.isLeft(languages)) return languages
    return shown(epoch, {
      draft: draftView(file, 'reviewer'),
      versions: file.versions.map(draftStatusView),
      languages: languagesView(languages.right.value),
    })
  },
})
