import { markup } from './markup.js'
import { page } from './page.js'

/** One page for links that have expired, were used or never were: it tells nobody which. */
export const deadLinkPage = (): string =>
  page({
    title: 'This link does not work',
    content: markup`<p>Links work once and for a limited time, and only the newest one does. Perhaps this one was used
already, came too late, or lost a piece on its way here.</p>
<p>For a new password, ask for another link on the sign-in page. For an invitation, ask whoever invited you to do so
again.</p>`,
  })
