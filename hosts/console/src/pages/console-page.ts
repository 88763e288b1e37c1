import type { Answer } from '@postrider/server/answers/answer'
import type { Markup } from '@postrider/server/pages/markup'
import { page } from '@postrider/server/pages/page'
import { PAGE_POLICY } from '@postrider/server/pages/page-policy'
import type { PageProblem } from '@postrider/server/pages/page-problem'

interface Parts {
  readonly title: string
  readonly content: Markup
  readonly problem?: PageProblem<string> | undefined
  /** Where a browser goes on by itself, at once. */
  readonly goesOnTo?: string
}

/** Whose pages these are. */
const MARK = 'Postrider console'

/**
 * A page of the console that works without script. Its forms say where they are from, to us alone: without that a browser
 * would send them with no origin.
 */
export const consolePage = (status: number, parts: Parts): Answer => ({
  status,
  html: page({ mark: MARK, ...parts }),
  contentSecurityPolicy: PAGE_POLICY,
  referrerPolicy: 'same-origin',
})
