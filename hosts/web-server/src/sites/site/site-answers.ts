import { type Product, supportLinkOf } from '@postrider/core/kernel/texts/product'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Answer } from '../../answers/answer.js'
import { isStorageOutage } from '../../answers/refused.js'
import { type Markup, markup } from '../../pages/markup.js'
import { page } from '../../pages/page.js'
import { PAGE_POLICY } from '../../pages/page-policy.js'
import type { PageProblem } from '../../pages/page-problem.js'

/** The names of a site. */
export interface SiteName {
  /** On its pages: the product's name, for example `Postrider console`. */
  readonly mark: string
  readonly product: Product
  /** The target of links to support, for customers; undefined: there is no address. */
  readonly supportLink: string | undefined
  /** In sentences, and in the path of its files. */
  readonly word: 'console' | 'website'
}

interface Parts {
  readonly title: string
  readonly content: Markup
  readonly problem?: PageProblem<string> | undefined
  /** The address that the browser opens by itself, at once. */
  readonly goesOnTo?: string
}

/** The responses of a site that are pages and work without a script. */
export interface SiteAnswers {
  readonly name: SiteName
  /**
   * A page of the site. Its forms send their origin only to us; without that policy, browsers would send them
   * without an origin.
   */
  page(status: number, parts: Parts): Answer
  /** The address doesn't exist or doesn't support the method. */
  nothingHere(code: 'route_not_found' | 'method_not_allowed'): Answer
  /**
   * The response to a form that didn't come from a page of this origin, or whose origin the browser hides.
   */
  foreignForm(origin: string): Answer
  /** The request can't be done at the moment, for this reason. */
  notNow(left: Refusal | Outage): Answer
  /** The body is too long or isn't a form. */
  noForm(status: number): Answer
}

/** The answers of a site, under the product's name. Customers also see where to get help. */
export const siteAnswers = (word: SiteName['word'], product: Product): SiteAnswers => {
  const mark = word === 'console' ? `${product.name} console` : product.name
  const { supportAddress } = product
  const isForCustomers = word === 'website' && supportAddress !== undefined
  const supportLink = isForCustomers ? supportLinkOf(supportAddress) : undefined
  const name: SiteName = { mark, word, product, supportLink }
  const start = markup`<a href="/">Go to the ${word}</a>`
  const pageOf: SiteAnswers['page'] = (status, parts) => ({
    status,
    html: page({ mark, supportLink, ...parts }),
    contentSecurityPolicy: PAGE_POLICY,
    referrerPolicy: 'same-origin',
  })
  return {
    name,
    page: pageOf,
    nothingHere: (code) =>
      code === 'route_not_found'
        ? pageOf(404, {
            title: 'Page not found',
            content: markup`<p>The ${word} has no page at this address. Check that you copied all of it.</p>
<p>${start}</p>`,
          })
        : pageOf(405, {
            title: 'Method not allowed',
            content: markup`<p>The address exists, but doesn’t support this HTTP method.</p>
<p>${start}</p>`,
          }),
    foreignForm: (origin) =>
      pageOf(403, {
        title: 'This form came from another site',
        content: markup`<p>Nothing changed. The ${word} accepts only forms from its own pages. Open it at
<a href="${origin}/">${origin}</a> and try again.</p>`,
      }),
    notNow: (left) => ({
      ...pageOf(503, {
        title: 'Not available at the moment',
        content: markup`<p>The service doesn’t respond. Nothing changed. Try again in a minute.</p>`,
      }),
      ...(isStorageOutage(left) ? { isOutage: true } : {}),
    }),
    noForm: (status) =>
      pageOf(status, {
        title: 'Invalid form',
        content: markup`<p>Nothing changed, because the ${word} can’t read this form. ${start}</p>`,
      }),
  }
}
