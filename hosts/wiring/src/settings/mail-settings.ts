import { parseMailSender } from '@postrider/mail-smtp/mail-sender'
import { parseMailServer } from '@postrider/mail-smtp/mail-server'
import type { MailAccount } from '@postrider/mail-smtp/smtp-mailer'
import { optionalSetting, type SettingGroup } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'

const MAIL_FROM = optionalSetting({
  name: 'POSTRIDER_MAIL_FROM',
  parse: parseMailSender,
  examples: ['Postrider <no-reply@example.org>'],
})

const MAIL_URL = optionalSetting({
  name: 'POSTRIDER_MAIL_URL',
  parse: parseMailServer,
  isSecret: true,
  about: `
    The mail server for Postrider's own emails (recovery links, invitations and notices), and their From address. Without a server,
    they aren't sent. smtp:// uses STARTTLS (port 587), smtps:// uses TLS from the start (port 465). To localhost, or with ?tls=none,
    smtp:// is unencrypted; then a login is only allowed to localhost. In a user or password write @ as %40, : as %3A, / as %2F and % as %25.`,
  examples: ['smtp://user:password@mail.example.org:587'],
  row: {
    shownDefault: 'none: emails are kept unsent',
    meaning: 'the mail server, `smtp://user:password@host:587`, and the From address',
    sharedWith: [MAIL_FROM],
  },
})

/** The declarations, in the order of the documents. */
export const MAIL_SETTINGS: readonly SettingGroup[] = [[MAIL_URL, MAIL_FROM]]

/**
 * Reads the mail server and the sender of Postrider's own emails; undefined: they are not sent. A sender without a name gets
 * the product's.
 */
export const readMailAccount = (
  { read, given, complain }: SettingReader,
  productName: string,
): MailAccount | undefined => {
  const server = read(MAIL_URL)
  const from = read(MAIL_FROM)
  if (server !== undefined && !given().has(MAIL_FROM.name))
    complain(
      MAIL_FROM.name,
      'is required with POSTRIDER_MAIL_URL: one address, for example no-reply@example.org or Postrider <no-reply@example.org>',
    )
  if (server === undefined || from === undefined) return undefined
  return { server, from: { ...from, name: from.name === '' ? productName : from.name } }
}
