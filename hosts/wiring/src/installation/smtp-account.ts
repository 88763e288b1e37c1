import { E } from '@postrider/core/fp'
import { type MailServer, parseMailServer } from '@postrider/mail-smtp/mail-server'
import { present } from '@postrider/core/kernel/present'

/** The values for saving a provider account of the kind `smtp`. */
export interface SmtpAccount {
  readonly settings: { readonly host: string; readonly port: number; readonly tls: string }
  readonly secrets?: { readonly user: string; readonly password: string }
}

/**
 * The provider account for the address of a mail server, with the rules of POSTRIDER_MAIL_URL. If the address
 * only names the user, the password may be given separately. Left: the problem with the address, without
 * secrets.
 */
export const smtpAccount = (address: string, password: string | undefined): E.Either<string, SmtpAccount> => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && url.username !== '' && url.password === '' && password !== undefined)
    url.password = encodeURIComponent(password)
  return E.map(({ host, port, tls, login }: MailServer): SmtpAccount => ({
    settings: { host, port, tls },
    ...present({ secrets: login }),
  }))(parseMailServer(url?.href ?? address))
}

/** Whether an address names a user without a password, which is then asked for. */
export const lacksPassword = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && url.username !== '' && url.password === ''
}

/** Whether an address contains a password. */
export const holdsPassword = (address: string): boolean =>
  URL.canParse(address) && new URL(address).password !== ''
