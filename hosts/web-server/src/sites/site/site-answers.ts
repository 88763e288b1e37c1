import { type Product, supportLinkOf } from '@postrider/core/kernel/texts/product'
import { ERRORS } from '@postrider/contracts/errors/error-registry'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Answer } from '../../answers/answer.js'
import type { FailureCode } from '../../answering/failure.js'
import { isStorageOutage } from '../../answers/refused.js'
import { type Markup, markup } from '../../pages/markup.js'
import { page } from '../../pages/page.js'
import { PAGE_POLICY } from '../../pages/page-policy.js'
import type { PageProblem } from '../../pages/page-problem.js'
import {
  type DocsPage,
  docsLink,
  docsOfCode,
  PROBLEM_DOCS,
  SIGN_IN_DOCS,
  SITE_DOCS,
} from '../docs/docs-page.js'

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
  /** The page that explains this one. Default: about sign-in if there is a problem, otherwise none. */
  readonly docs?: DocsPage
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
  /** The request met a bug, or too many others are in progress. Support finds it by the request ID. */
  failed(code: FailureCode, requestId: string): Answer
}

const FAILURES: Readonly<Record<FailureCode, readonly [title: string, sentence: string]>> = {
  internal_error: [
    'Something went wrong',
    'The service has logged the error. Reload the page to see whether your change was saved.',
  ],
  service_unavailable: ['Not available at the moment', 'The service is busy. Try again in a minute.'],
}

/** The pages about requests that the site doesn't handle. */
const refusalPages = (
  word: SiteName['word'],
  pageOf: SiteAnswers['page'],
): Omit<SiteAnswers, 'name' | 'page'> => {
  const start = markup`<a href="/">Go to the ${word}</a>`
  return {
    nothingHere: (code) =>
      code === 'route_not_found'
        ? pageOf(404, {
            title: 'Page not found',
            content: markup`<p>The ${word} has no page at this address. Check that you copied all of it.</p>
<p>${start}</p>`,
            docs: SITE_DOCS[word],
          })
        : pageOf(405, {
            title: 'Method not allowed',
            content: markup`<p>The address exists, but doesn’t support this HTTP method.</p>
<p>${start}</p>`,
            docs: docsOfCode(code),
          }),
    foreignForm: (origin) =>
      pageOf(403, {
        title: 'This form came from another site',
        content: markup`<p>Nothing changed. The ${word} accepts only forms from its own pages. Open it at
<a href="${origin}/">${origin}</a> and try again.</p>`,
        docs: PROBLEM_DOCS,
      }),
    notNow: (left) => ({
      ...pageOf(503, {
        title: 'Not available at the moment',
        content: markup`<p>The service doesn’t respond. Nothing changed. Try again in a minute.</p>`,
        docs: docsOfCode('service_unavailable'),
      }),
      ...(isStorageOutage(left) ? { isOutage: true } : {}),
    }),
    noForm: (status) =>
      pageOf(status, {
        title: 'Invalid form',
        content: markup`<p>Nothing changed, because the ${word} can’t read this form. ${start}</p>`,
        docs: PROBLEM_DOCS,
      }),
    failed: (code, requestId) => {
      const [title, sentence] = FAILURES[code]
      return pageOf(ERRORS[code].status, {
        title,
        content: markup`<p>${sentence}</p>
<p>If this continues, give support the request ID <code>${requestId}</code>. ${start}</p>`,
        docs: docsOfCode(code),
      })
    },
  }
}

/**
 * The answers of a site, under the product's name. Customers also see where to get help. `docsUrl` is the
 * address of the documentation without a slash at its end; undefined if it is turned off.
 */
export const siteAnswers = (word: SiteName['word'], product: Product, docsUrl?: string): SiteAnswers => {
  const mark = word === 'console' ? `${product.name} console` : product.name
  const { supportAddress } = product
  const isForCustomers = word === 'website' && supportAddress !== undefined
  const supportLink = isForCustomers ? supportLinkOf(supportAddress) : undefined
  const pageOf: SiteAnswers['page'] = (status, { docs, ...parts }) => {
    const { problem, content } = parts
    const link = docsLink(docsUrl, docs ?? (problem === undefined ? undefined : SIGN_IN_DOCS[word]))
    return {
      status,
      html: page({ mark, supportLink, ...parts, content: markup`${content}${link}` }),
      contentSecurityPolicy: PAGE_POLICY,
      referrerPolicy: 'same-origin',
    }
  }
  return { name: { mark, word, product, supportLink }, page: pageOf, ...refusalPages(word, pageOf) }
}
