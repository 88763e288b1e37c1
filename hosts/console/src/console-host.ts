import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { operatorAudience } from '@postrider/live/operator-audience'
import { visitSignIn } from '@postrider/web-server/sites/sessions/sign-in'
import type { Site } from '@postrider/web-server/sites/site/site'
import { siteAnswers } from '@postrider/web-server/sites/site/site-answers'
import { createSiteHost, type SiteHostNeeds } from '@postrider/live/site/site-host'
import type { Listener } from '@postrider/web-server/listener'
import { markup } from '@postrider/web-server/pages/markup'
import type { ConsoleNeeds } from './console-needs.js'
import { documentEndpoints } from './documents/document-endpoints.js'
import { visitConsoleEnrolment } from './enrolment/visit-enrolment.js'
import { sampleEndpoint } from './samples/sample-endpoint.js'
import { operatorSignIn } from './sign-in/operator-sign-in.js'
import { SCREEN_NAMES } from './shell/screens.js'

export interface ConsoleHostNeeds
  extends Omit<SiteHostNeeds, 'siteUrl' | 'postrider'>, Pick<ConsoleNeeds, 'postrider' | 'keyedDigests'> {
  /** The vocabulary of this process for its documents. */
  readonly vocabulary: Vocabulary
  /** The address for browsers: `https://console.example.com`; undefined: the listening address. */
  readonly consoleUrl?: string | undefined
}

/** The maximum lifetime of a session; it expires before that by itself (docs/decisions/0047). */
const COOKIE = { name: 'operator', lastsMs: 12 * HOUR_MS }

const WITHOUT_SCRIPT = markup`<p>The console needs JavaScript. Without it, use <code>npx postrider admin run</code>.</p>`

/** Creates the host of the console over the use cases; opens no socket before `listen`. */
export const createConsoleHost = (needs: ConsoleHostNeeds): Listener => {
  const {
    postrider,
    keyedDigests,
    vocabulary,
    consoleUrl: siteUrl,
    product = DEFAULT_PRODUCT,
    docsUrl,
  } = needs
  const { operatorSessions } = postrider
  const own = (site: Site): ConsoleNeeds => ({ ...site, postrider, keyedDigests })
  return createSiteHost(
    { ...needs, siteUrl },
    {
      answers: siteAnswers('console', product, docsUrl),
      cookie: COOKIE,
      sessions: operatorSessions,
      audience: (entry) => operatorAudience({ ...entry, operatorSessions }),
      screens: SCREEN_NAMES,
      withoutScript: WITHOUT_SCRIPT,
      forms: (site) => [
        visitSignIn(site, operatorSignIn(operatorSessions)),
        visitConsoleEnrolment(own(site)),
      ],
      endpoints: (site) => [sampleEndpoint(own(site)), ...documentEndpoints(own(site), vocabulary)],
    },
  )
}
