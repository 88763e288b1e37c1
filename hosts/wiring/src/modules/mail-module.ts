import { ContainerModule } from 'inversify'
import { noMailer } from '@postrider/mail-smtp/no-mailer'
import { provide, tokens } from '../tokens.js'

/** The service's own email, if a mail server is set. */
export const mailModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.mailer, [tokens.settings, tokens.closing], async ({ mail }, closing) =>
    closing.opened(
      mail === undefined ? noMailer() : (await import('@postrider/mail-smtp/smtp-mailer')).smtpMailer(mail),
    ),
  )
})
