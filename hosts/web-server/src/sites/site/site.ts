import type { Operator, WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import type { CookieSessions } from '@postrider/core/identity/use-cases/people/cookie-sign-ins'
import type { BodyNeeds } from '../../receiving/read-body.js'
import type { SiteAnswers } from './site-answers.js'
import type { BuiltFiles } from './built-files.js'
import type { SessionCookie } from './session-cookie.js'

/** What a site asks of sessions once they have begun, whoever its people are. */
export type SiteSessions = Pick<CookieSessions<Operator | WebsiteUser>, 'find' | 'end' | 'ticket'>

/** What the endpoints of a site stand on: pages on an origin of their own, for people with sessions by cookie. */
export interface Site {
  readonly answers: SiteAnswers
  readonly sessions: SiteSessions
  readonly cookie: () => SessionCookie
  readonly bodies: BodyNeeds
  /** Where browsers reach it: `https://console.example.com`. */
  readonly origin: () => string
  readonly files: BuiltFiles
  /** Origins beside ours that its pages may ask: that of the bucket with attachments. */
  readonly connectTo: readonly string[]
}
