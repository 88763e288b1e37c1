import type { Mail } from '@postrider/core/identity/ports/mailer'

/** An email of the service's own, to Zoë by default. */
export const aMail = (overrides: Partial<Mail> = {}): Mail => ({
  to: 'zoe@example.com',
  subject: 'Choose a new password',
  text: 'Hello,\n\nopen https://post.example/recovery?token=abc\n',
  html: '<p>Hello,</p><p><a href="https://post.example/recovery?token=abc">open</a></p>',
  mailId: '0123456789abcdef0123456789abcdef',
  ...overrides,
})
