import { markup } from '@postrider/server/pages/markup'
import { page } from '@postrider/server/pages/page'

/** Says that the new password counts. */
export const recoveryDonePage = (): string =>
  page({
    title: 'Your password has changed',
    content: markup`<p>You were signed out everywhere. Sign in with the new password; you can close this page.</p>`,
  })
