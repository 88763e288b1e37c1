import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest } from '../../../runner/domain/entries/request.js'
import { version } from '../../../runner/domain/fields/version.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import type { AppLanguages } from '../../domain/app-languages.js'
import { CHANGE, changed, changedApp, seenApp } from './change-apps.js'
import { oneAppFields } from './entry-parts.js'
import { languagesRequest } from './shapes.js'

/** Replaces the languages of an app's messages (docs/api/templates#languages); refusals as in {@link seenApp}. */
export const setAppLanguagesEntry = entryOf('Apps', 'setAppLanguages', {
  ...CHANGE,
  effect: 'changes',
  summary: 'Set the languages of an app',
  description:
    'Decides which language of a template recipients get, if it has several. Effective with the next message.',
  whileSuspended: false,
  request: mutationRequest({ ...oneAppFields, languages: languagesRequest, version }, {}),
  result: changedApp,
})

export const setAppLanguages = mutation(setAppLanguagesEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const app = await seenApp(unit, call)
    if (E.isLeft(app)) return app
    const { default: otherwise, byCountry } = call.request.languages
    const languages: AppLanguages = {
      ...(otherwise === undefined || otherwise === null ? {} : { default: otherwise }),
      ...(byCountry === true && { byCountry }),
    }
    const details = { default: languages.default ?? 'none', byCountry: languages.byCountry === true }
    const isSet = Object.keys(languages).length > 0
    return E.right(changed(unit, { ...app.right, languages: isSet ? languages : undefined }, details))
  },
})
