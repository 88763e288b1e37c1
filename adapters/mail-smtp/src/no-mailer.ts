import type { Mailer } from '@postrider/core/identity/ports/mailer'

const CAUSE = 'no mail server is configured'

/** Stands where no mail server was configured: every mail is for later. */
export const noMailer = (): Mailer => ({
  isConfigured: false,
  send: async () => ({ outcome: 'later', cause: CAUSE }),
  check: async () => CAUSE,
  close: async () => undefined,
})
