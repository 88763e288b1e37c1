import type { Mailer } from '@postrider/core/identity/ports/mailer'

const CAUSE = 'no mail server is configured'

/** The mailer if no mail server is configured: every email is deferred. */
export const noMailer = (): Mailer => ({
  isConfigured: false,
  send: async () => ({ outcome: 'later', cause: CAUSE }),
  check: async () => CAUSE,
  close: async () => undefined,
})
