import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Answer } from '../../answers/answer.js'
import { isStorageOutage } from '../../answers/refused.js'
import { type Markup, markup } from '../../pages/markup.js'
import { page } from '../../pages/page.js'
import { PAGE_POLICY } from '../../pages/page-policy.js'
import type { PageProblem } from '../../pages/page-problem.js'

/** What a site is called. */
export interface SiteName {
  /** On its pages: `Postrider console`. */
  readonly mark: string
  /** In sentences, and where its files are. */
  readonly word: 'console' | 'website'
}

interface Parts {
  readonly title: string
  readonly content: Markup
  readonly problem?: PageProblem<string> | undefined
  /** Where a browser goes on by itself, at once. */
  readonly goesOnTo?: string
}

/** The answers of a site that are pages, and work without script. */
export interface SiteAnswers {
  readonly name: SiteName
  /**
   * A page of the site. Its forms say where they are from, to us alone: without that a browser would send them with no
   * origin.
   */
  page(status: number, parts: Parts): Answer
  /** There is nothing at an address, or nothing by that method. */
  nothingHere(code: 'route_not_found' | 'method_not_allowed'): Answer
  /** A form that no page of this origin has sent, or that a browser would not say of where it is from. */
  foreignForm(origin: string): Answer
  /** What cannot be found out or done at the moment, for this reason. */
  notNow(left: Refusal | Outage): Answer
  /** A form that is longer than any that the site has, or no form at all. */
  noForm(status: number): Answer
}

/** The answers of the site of this name. */
export const siteAnswers = (name: SiteName): SiteAnswers => {
  const { mark, word } = name
  const start = markup`<a href="/">Go to the ${word}</a>`
  const pageOf: SiteAnswers['page'] = (status, parts) => ({
    status,
    html: page({ mark, ...parts }),
    contentSecurityPolicy: PAGE_POLICY,
    referrerPolicy: 'same-origin',
  })
  return {
    name,
    page: pageOf,
    nothingHere: (code) =>
      code === 'route_not_found'
        ? pageOf(404, {
            title: 'There is nothing here',
            content: markup`<p>The ${word} has no such page. Perhaps the address lost a piece on its way.</p>
<p>${start}</p>`,
          })
        : pageOf(405, {
            title: 'This is not done so',
            content: markup`<p>The address is right, but not what was asked of it.</p>
<p>${start}</p>`,
          }),
    foreignForm: (origin) =>
      pageOf(403, {
        title: 'This form came from elsewhere',
        content: markup`<p>Nothing was done. The ${word} takes forms of its own pages alone, and is at
<a href="${origin}/">${origin}</a>. Open it there, and try again.</p>`,
      }),
    notNow: (left) => ({
      ...pageOf(503, {
        title: 'This cannot be done now',
        content: markup`<p>The service does not answer at the moment. Nothing has changed. Try again in a minute.</p>`,
      }),
      ...(isStorageOutage(left) ? { isOutage: true } : {}),
    }),
    noForm: (status) =>
      pageOf(status, {
        title: `This is no form of the ${word}`,
        content: markup`<p>Nothing was done. ${start}</p>`,
      }),
  }
}
