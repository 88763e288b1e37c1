import { shownOrganizationId, context } from '../state/access.js'
import type { WrittenTemplate } from './written-template.js'

/** The unsaved text of a person, and the version that it started from; undefined for a new template. */
export interface UnsavedTemplate {
  readonly base: number | undefined
  readonly written: WrittenTemplate
}

/** Stored only in this tab and only for the author. */
const keyOf = (draftId: string | undefined): string =>
  `postrider.template ${context.value?.user.userId ?? ''} ${shownOrganizationId.value ?? ''} ${draftId ?? 'new'}`

/** Stores the entered text, so that it survives a reload and the end of the session. */
export const keepTemplate = (draftId: string | undefined, unsaved: UnsavedTemplate): void => {
  try {
    sessionStorage.setItem(keyOf(draftId), JSON.stringify(unsaved))
  } catch {
    // If the browser stores nothing, the text stays only on the page.
  }
}

/** The stored text of a template. */
export const unsavedTemplate = (draftId: string | undefined): UnsavedTemplate | undefined => {
  const text = sessionStorage.getItem(keyOf(draftId))
  return text === null ? undefined : (JSON.parse(text) as UnsavedTemplate)
}

/** Removes the stored text, because it was saved or discarded. */
export const forgetTemplate = (draftId: string | undefined): void => sessionStorage.removeItem(keyOf(draftId))
