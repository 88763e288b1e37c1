import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { personAudience } from '@postrider/live/person-audience'
import { visitSignIn } from '@postrider/web-server/sites/sessions/sign-in'
import type { Site } from '@postrider/web-server/sites/site/site'
import { siteAnswers } from '@postrider/web-server/sites/site/site-answers'
import { createSiteHost, type SiteHostNeeds } from '@postrider/live/site/site-host'
import type { Listener } from '@postrider/web-server/listener'
import { markup } from '@postrider/web-server/pages/markup'
import { invitationEntrance } from './entrances/visit-invitation.js'
import { recoveryEntrance } from './entrances/visit-recovery.js'
import { signUpEntrance } from './entrances/visit-sign-up.js'
import { secondFactorPages } from './second-factor/visit-second-factor.js'
import { ownSampleEndpoint } from './samples/sample-endpoint.js'
import { WEBSITE_SCREENS } from './shell/screens.js'
import { personSignIn } from './sign-in/person-sign-in.js'
import type { EntranceSettings, WebsiteNeeds } from './website-needs.js'

export interface WebsiteHostNeeds
  extends Omit<SiteHostNeeds, 'siteUrl' | 'postrider'>, Pick<WebsiteNeeds, 'postrider'>, EntranceSettings {
  /** The address for browsers: `https://app.example.com`; undefined: the listening address. */
  readonly websiteUrl?: string | undefined
}

/**
 * The maximum lifetime of a session; it expires before that by itself
 * (docs/api/sign-in#sessions-at-the-website).
 */
const COOKIE = { name: 'person', lastsMs: 30 * DAY_MS }

const WITHOUT_SCRIPT = markup`<p>The website needs JavaScript. Without it, use the API.</p>`

/** Creates the host of the website over the use cases; opens no socket before `listen`. */
export const createWebsiteHost = (needs: WebsiteHostNeeds): Listener => {
  const { websiteUrl: siteUrl, postrider, signUp, mailHint, product = DEFAULT_PRODUCT, docsUrl } = needs
  const { personSessions } = postrider
  const own = (site: Site): WebsiteNeeds => ({ ...site, postrider, signUp, mailHint })
  return createSiteHost(
    { ...needs, siteUrl },
    {
      answers: siteAnswers('website', product, docsUrl),
      cookie: COOKIE,
      sessions: personSessions,
      audience: (entry) => personAudience({ ...entry, personSessions }),
      screens: WEBSITE_SCREENS,
      withoutScript: WITHOUT_SCRIPT,
      forms: (site) => [
        visitSignIn(site, personSignIn(personSessions)),
        signUpEntrance(own(site)),
        recoveryEntrance(own(site)),
        invitationEntrance(own(site)),
        ...secondFactorPages(own(site)),
      ],
      endpoints: (site) => [ownSampleEndpoint(site, postrider)],
    },
  )
}
