import { isIPv6 } from 'node:net'
import { isLoopbackHost } from '@postrider/core/identity/domain/mail/is-loopback-host'
import { E } from '@postrider/core/fp'

/** `starttls` is required, never optional: without it nothing is sent to the server. */
export type MailServerTlsMode = 'none' | 'starttls' | 'implicit'

/** The mail server for the service's own emails. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly tls: MailServerTlsMode
  readonly login: { readonly user: string; readonly password: string } | undefined
}

const FORM = 'must be smtp://user:password@host:587 or smtps://user:password@host:465'
const HOST_NAME = /^[A-Za-z0-9._-]{1,253}$/
const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465

const addressOf = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol)) return undefined
  return ['', '/'].includes(url.pathname) && url.hash === '' ? url : undefined
}

/** An unencrypted connection must be requested explicitly, except to this machine. */
const tlsOf = ({ protocol, searchParams }: URL, host: string): E.Either<string, MailServerTlsMode> => {
  const [parameter, ...more] = [...searchParams]
  if (parameter === undefined) {
    if (protocol === 'smtps:') return E.right('implicit')
    return E.right(isLoopbackHost(host) ? 'none' : 'starttls')
  }
  const [name, mode] = parameter
  const isKnown = protocol === 'smtp:' && name === 'tls' && more.length === 0
  if (isKnown && (mode === 'none' || mode === 'starttls')) return E.right(mode)
  return E.left('can have only the parameters tls=none and tls=starttls, and only with smtp://')
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const loginOf = ({ username, password }: URL): E.Either<string, MailServer['login']> => {
  if (username === '' && password === '') return E.right(undefined)
  const login = { user: decoded(username), password: decoded(password) }
  if (login.user === undefined || login.password === undefined)
    return E.left('has a user or password with a "%" that is not followed by two hex digits: write it as %25')
  if (login.user === '' || login.password === '')
    return E.left('must have both user and password, or neither')
  return E.right({ user: login.user, password: login.password })
}

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`; left: the problem with it, without the secrets. With
 * `smtp:` STARTTLS is required, unless the host is this machine or `?tls=none` is given. A login is only sent
 * unencrypted to this machine.
 */
export const parseMailServer = (text: string): E.Either<string, MailServer> => {
  const url = addressOf(text)
  if (url === undefined) return E.left(FORM)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if ((!HOST_NAME.test(host) && !isIPv6(host)) || url.port === '0') return E.left(FORM)
  const tls = tlsOf(url, host)
  if (E.isLeft(tls)) return tls
  const login = loginOf(url)
  if (E.isLeft(login)) return login
  if (login.right !== undefined && tls.right === 'none' && !isLoopbackHost(host))
    return E.left('would send the password unencrypted: remove tls=none, or the user and password')
  const usualPort = url.protocol === 'smtps:' ? SUBMISSIONS_PORT : SUBMISSION_PORT
  const port = url.port === '' ? usualPort : Number(url.port)
  return E.right({ host, port, tls: tls.right, login: login.right })
}
