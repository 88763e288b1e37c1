import { markup } from '@postrider/web-server/pages/markup'
import { page } from '@postrider/web-server/pages/page'
import type { PlainPage } from '@postrider/web-server/pages/page-endpoint'

/**
 * Says what to do with the link of an enrolment. Its token stands behind the `#` of the address, which no browser sends:
 * the page is the same for everybody, and knows nothing of anybody's link.
 */
export const enrolmentPage = (): string =>
  page({
    title: 'Become a super admin',
    content: markup`<p>You were named as a super admin of this installation of Postrider. Here is how you become one:</p>
<p>1. On a machine of the installation, in the folder where its commands are run, type “npx postrider admin enrol”.</p>
<p>2. When it asks for the link, paste the whole address of this page.</p>
<p>3. Choose a password, add the secret that you are shown to an authenticator app, and type one of its codes.</p>
<p>The link works once, for seven days, and only the newest one does. Give it to nobody. If it came too late or was lost,
ask whoever runs the installation for another one.</p>`,
  })

/** What to do with the link of an enrolment where its own page, the console's, is not at hand (docs/decisions/0034). */
export const visitEnrolment: PlainPage = { path: '/enrolment', html: enrolmentPage() }
