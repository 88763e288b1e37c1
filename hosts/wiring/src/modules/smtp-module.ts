import { ContainerModule } from 'inversify'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { provide, tokens } from '../tokens.js'

/** Email over SMTP. */
export const smtpModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.smtp, [], () => smtpOpener())
})
