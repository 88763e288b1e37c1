import { E } from '@postrider/core/fp'
import { type MailServer, parseMailServer } from '@postrider/mail-smtp/mail-server'
import { present } from '@postrider/core/kernel/present'

/** How a provider account of the kind `smtp` is saved. */
export interface SmtpAccount {
  readonly settings: { readonly host: string; readonly port: number; readonly tls: string }
  readonly secrets?: { readonly user: string; readonly password: string }
}

/**
 * The provider account that an address of a mail server stands for, with the rules of POSTRIDER_MAIL_URL; a password may
 * come beside an address that names the user alone. Left: what is wrong with the address, without secrets.
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

/** Whether an address names a user and leaves the password to be asked for. */
export const lacksPassword = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && url.username !== '' && url.password === ''
}

/** Whether there is a password in an address. */
export const holdsPassword = (address: string): boolean =>
  URL.canParse(address) && new URL(address).password !== ''
