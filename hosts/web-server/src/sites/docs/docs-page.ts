import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { type Markup, markup, NO_MARKUP } from '../../pages/markup.js'

/** A page of the documentation that explains a page of a site. */
export interface DocsPage {
  /** Its path in the documentation, for example `console#sign-in`. */
  readonly path: string
  /** Its subject, as the text of the link. */
  readonly title: string
}

/** The page about an error code. */
export const docsOfCode = (code: ErrorCode): DocsPage => ({
  path: `errors/${code}`,
  title: `causes and fix of ${code}`,
})

/** The guides of the sites. */
export const SITE_DOCS = {
  console: { path: 'console', title: 'the console and its screens' },
  website: { path: 'website', title: 'the website and its screens' },
} as const satisfies Record<string, DocsPage>

/** How people get into a site. */
export const SIGN_IN_DOCS = {
  console: { path: 'console#sign-in', title: 'signing in at the console' },
  website: { path: 'website#sign-up-and-sign-in', title: 'signing up and signing in' },
} as const satisfies Record<string, DocsPage>

/** How many attempts to sign in are allowed. */
export const THROTTLING_DOCS: DocsPage = {
  path: 'api/sign-in#throttling',
  title: 'limits of sign-in attempts',
}

/** Problems of the sites in a browser. */
export const PROBLEM_DOCS: DocsPage = {
  path: 'troubleshooting#console-and-website',
  title: 'problems with the console and the website',
}

/**
 * The link to a page of the documentation; nothing without a page, or if the documentation is turned off. `docsUrl` ends
 * without a slash.
 */
export const docsLink = (docsUrl: string | undefined, docs: DocsPage | undefined): Markup =>
  docsUrl === undefined || docs === undefined
    ? NO_MARKUP
    : markup`\n<p class="after">Documentation: <a href="${`${docsUrl}/${docs.path}`}">${docs.title}</a></p>`
