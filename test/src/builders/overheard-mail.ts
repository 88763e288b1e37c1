import type { Mail, Mailer } from '@postrider/core/identity/ports/mailer'

/** A mail server that accepts everything and stores it for tests. */
export const overheardMail = (mails: Mail[]): Mailer => ({
  isConfigured: true,
  send: (mail) => {
    mails.push(mail)
    return Promise.resolve({ outcome: 'sent' })
  },
  check: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
})
