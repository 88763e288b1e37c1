import { ContainerModule } from 'inversify'
import { noMailer } from '@postrider/mail-smtp/no-mailer'
import { smtpMailer } from '@postrider/mail-smtp/smtp-mailer'
import { provide, tokens } from '../tokens.js'

/** The service's own mail, where a mail server is set. */
export const mailModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.mailer, [tokens.settings, tokens.closing], ({ mail }, closing) =>
    closing.opened(mail === undefined ? noMailer() : smtpMailer(mail)),
  )
})
