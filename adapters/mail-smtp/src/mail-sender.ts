import { parseEmailAddress } from '@postrider/core/kernel/addresses/email-address'
import { E } from '@postrider/core/fp'

/** The sender of the service's own emails. */
export interface MailSender {
  readonly address: string
  /** Empty: no name is shown. */
  readonly name: string
}

const LONGEST_NAME = 100
const ANGLED = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}"\\]/u

const nameOf = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1')

/** Parses `no-reply@example.org` or `Postrider <no-reply@example.org>`; left: the problem with it. */
export const parseMailSender = (text: string): E.Either<string, MailSender> => {
  const parts = ANGLED.exec(text.trim())?.groups
  const address = parseEmailAddress(parts?.['address'] ?? text.trim())
  const name = nameOf(parts?.['name'] ?? '')
  const isFit = !UNFIT.test(name) && [...name].length <= LONGEST_NAME
  return address !== undefined && isFit
    ? E.right({ address, name })
    : E.left('must be one address, for example no-reply@example.org or Postrider <no-reply@example.org>')
}
