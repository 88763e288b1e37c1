import { shownOrganizationId, context } from '../state/access.js'
import type { WrittenTemplate } from './written-template.js'

/** What somebody has written and not saved, and the version that they began from; undefined: there was none. */
export interface UnsavedTemplate {
  readonly base: number | undefined
  readonly written: WrittenTemplate
}

/** In this tab alone, and for who wrote it alone. */
const keyOf = (draftId: string | undefined): string =>
  `postrider.template ${context.value?.user.userId ?? ''} ${shownOrganizationId.value ?? ''} ${draftId ?? 'new'}`

/** Keeps what is written, over a reload and a session that ends. */
export const keepTemplate = (draftId: string | undefined, unsaved: UnsavedTemplate): void => {
  try {
    sessionStorage.setItem(keyOf(draftId), JSON.stringify(unsaved))
  } catch {
    // A browser that keeps nothing keeps this neither: it stays on the page.
  }
}

/** What was kept of a template. */
export const unsavedTemplate = (draftId: string | undefined): UnsavedTemplate | undefined => {
  const text = sessionStorage.getItem(keyOf(draftId))
  return text === null ? undefined : (JSON.parse(text) as UnsavedTemplate)
}

/** Forgets it: it was saved, or is not wanted any more. */
export const forgetTemplate = (draftId: string | undefined): void => sessionStorage.removeItem(keyOf(draftId))
