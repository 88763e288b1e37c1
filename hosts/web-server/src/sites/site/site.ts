import type { Operator, WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import type { CookieSessions } from '@postrider/core/identity/use-cases/people/cookie-sign-ins'
import type { BodyNeeds } from '../../receiving/read-body.js'
import type { SiteAnswers } from './site-answers.js'
import type { BuiltFiles } from './built-files.js'
import type { SessionCookie } from './session-cookie.js'

/** The session methods that a site needs after sign-in, for any kind of user. */
export type SiteSessions = Pick<CookieSessions<Operator | WebsiteUser>, 'find' | 'end' | 'ticket'>

/**
 * The dependencies of a site's endpoints: pages on an origin of their own, for people with cookie sessions.
 */
export interface Site {
  readonly answers: SiteAnswers
  readonly sessions: SiteSessions
  readonly cookie: () => SessionCookie
  /** The cookie by which a browser is recognized at its next sign-in; it permits nothing. */
  readonly deviceCookie: () => SessionCookie
  readonly bodies: BodyNeeds
  /** The address for browsers: `https://console.example.com`. */
  readonly origin: () => string
  readonly files: BuiltFiles
  /** Further origins that its pages may connect to: that of the bucket with attachments. */
  readonly connectTo: readonly string[]
  /** The address of the documentation, without a slash at its end; undefined if it is turned off. */
  readonly docsUrl?: string | undefined
}
