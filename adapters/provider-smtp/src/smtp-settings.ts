import { isLoopbackHost } from '@postrider/core/domain/mail/is-loopback-host'
import { refuseUnknownSecrets, accountSettings } from '@postrider/core/domain/tenancy/account-settings'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'

const TLS_MODES = ['none', 'starttls', 'implicit'] as const

/** `starttls` is required, never tried: a server that does not offer it is not spoken to in clear. */
export type TlsMode = (typeof TLS_MODES)[number]

/** An account at a mail server, read and checked. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  readonly tls: TlsMode
  /** What this host calls itself to the server; default: its own name. */
  readonly name: string | undefined
  readonly maxConnections: number
  /** Certificate authorities to trust instead of the known ones. */
  readonly caPem: string | undefined
  readonly login: { readonly user: string; readonly password: string } | undefined
}

type Settings = ProviderAccount['settings']
type Secrets = Readonly<Record<string, string>>

const ABOUT = 'SMTP account'
const SETTINGS = ['host', 'port', 'tls', 'name', 'maxConnections', 'caPem']
const SECRETS = ['user', 'password']
/** Who may change one of these without knowing the password could have it sent to a server of their own. */
const ROUTE_SETTINGS = new Set(['host', 'port', 'tls', 'caPem'])
const MOST_CONNECTIONS = 100

const wrong = (sentence: string): Error => new Error(`${ABOUT}: ${sentence}`)

const loginOf = ({ user, password }: Secrets): SmtpSettings['login'] => {
  if (user === undefined && password === undefined) return undefined
  if (user !== undefined && user !== '' && password !== undefined && password !== '')
    return { user, password }
  throw wrong('the secrets user and password are given together or not at all')
}

/** Whether a setting decides where the login goes, or who can read it on its way. */
export const isRouteSetting = (name: string): boolean => ROUTE_SETTINGS.has(name)

/** A password in clear is everybody's who listens on the way. */
const refuseClearLogin = ({ host, tls, login }: Pick<SmtpSettings, 'host' | 'tls' | 'login'>): void => {
  if (login !== undefined && tls === 'none' && !isLoopbackHost(host))
    throw wrong('a login needs tls starttls or implicit, except to this very machine')
}

/** Reads an account's settings and secrets; throws a sentence that says what is wrong, without the secrets. */
export const readSmtpSettings = (
  settings: Settings,
  secrets: Secrets,
  maxConcurrent: number,
): SmtpSettings => {
  const read = accountSettings(ABOUT, settings, SETTINGS)
  refuseUnknownSecrets(ABOUT, secrets, SECRETS)
  const host = read.host('host')
  const port = read.whole('port', 1, 65_535)
  if (host === undefined || port === undefined) throw wrong('host and port are required')
  const [tls, login] = [read.word('tls', TLS_MODES), loginOf(secrets)]
  if (tls === undefined) throw wrong(`tls is one of ${TLS_MODES.join(', ')}`)
  refuseClearLogin({ host, tls, login })
  return {
    host,
    port,
    tls,
    name: read.host('name'),
    maxConnections:
      read.whole('maxConnections', 1, MOST_CONNECTIONS) ??
      Math.min(Math.max(maxConcurrent, 1), MOST_CONNECTIONS),
    caPem: read.text('caPem'),
    login,
  }
}
