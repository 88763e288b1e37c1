import { isLoopbackHost } from '@postrider/core/domain/mail/is-loopback-host'
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

const KNOWN_SETTINGS = new Set(['host', 'port', 'tls', 'name', 'maxConnections', 'caPem'])
const KNOWN_SECRETS = new Set(['user', 'password'])
/** Who may change one of these without knowing the password could have it sent to a server of their own. */
const ROUTE_SETTINGS = new Set(['host', 'port', 'tls', 'caPem'])
const MOST_CONNECTIONS = 100
const HOST_NAME = /^[A-Za-z0-9.:_-]{1,253}$/

const wrong = (sentence: string): Error => new Error(`SMTP account: ${sentence}`)

const textOf = (settings: Settings, name: string): string | undefined => {
  const value = settings[name]
  if (value === undefined || typeof value === 'string') return value
  throw wrong(`${name} is a text`)
}

const hostOf = (settings: Settings, name: string): string | undefined => {
  const value = textOf(settings, name)
  if (value === undefined || HOST_NAME.test(value)) return value
  throw wrong(`${name} is the name or address of a host`)
}

const wholeOf = (settings: Settings, name: string, most: number): number | undefined => {
  const value = settings[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  throw wrong(`${name} is a whole number from 1 to ${most}`)
}

const tlsOf = (settings: Settings): TlsMode => {
  const mode = TLS_MODES.find((each) => each === settings['tls'])
  if (mode !== undefined) return mode
  throw wrong(`tls is one of ${TLS_MODES.join(', ')}`)
}

const loginOf = ({ user, password }: Secrets): SmtpSettings['login'] => {
  if (user === undefined && password === undefined) return undefined
  if (user !== undefined && user !== '' && password !== undefined && password !== '')
    return { user, password }
  throw wrong('the secrets user and password are given together or not at all')
}

const unknownIn = (given: object, known: ReadonlySet<string>): string | undefined =>
  Object.keys(given).find((name) => !known.has(name))

const refuseUnknownSetting = (settings: Settings): void => {
  const unknown = unknownIn(settings, KNOWN_SETTINGS)
  if (unknown !== undefined) throw wrong(`there is no setting named ${unknown.slice(0, 64)}`)
}

/** The name is not repeated: a secret may stand where its name belongs. */
const refuseUnknownSecret = (secrets: Secrets): void => {
  if (unknownIn(secrets, KNOWN_SECRETS) !== undefined) throw wrong('the only secrets are user and password')
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
  refuseUnknownSetting(settings)
  refuseUnknownSecret(secrets)
  const host = hostOf(settings, 'host')
  const port = wholeOf(settings, 'port', 65_535)
  if (host === undefined || port === undefined) throw wrong('host and port are required')
  const [tls, login] = [tlsOf(settings), loginOf(secrets)]
  refuseClearLogin({ host, tls, login })
  return {
    host,
    port,
    tls,
    name: hostOf(settings, 'name'),
    maxConnections:
      wholeOf(settings, 'maxConnections', MOST_CONNECTIONS) ??
      Math.min(Math.max(maxConcurrent, 1), MOST_CONNECTIONS),
    caPem: textOf(settings, 'caPem'),
    login,
  }
}
