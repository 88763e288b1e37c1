import type { FetchLike } from './fetch-like.js'
import { credentialFault } from './credential.js'
import { ConfigurationError } from './errors/unanswered-errors.js'

/** The options of a client. */
export interface PostriderOptions {
  /** A server credential: `pr_test_…` or `pr_production_…`. */
  readonly credential: string
  /**
   * The address of the service without `/v1`: `https://postrider.example.com`. Without TLS only on this
   * machine.
   */
  readonly baseUrl: string | URL
  /** The total time of a call in milliseconds, with all attempts and pauses. Default: 30,000. */
  readonly timeoutMs?: number
  /** The most retries of a call. Default: as many as `timeoutMs` allows. */
  readonly maxRetries?: number
  /**
   * Allows `http://` to other machines. The credential is then sent unencrypted, so use it only in private
   * networks, for example that of a `compose.yaml`.
   */
  readonly allowPlainHttp?: boolean
  /** Sends the requests. Default: `globalThis.fetch`. */
  readonly fetch?: FetchLike
  /** Allows use in a browser, where everyone with the page can read the credential. */
  readonly dangerouslyAllowBrowser?: boolean
}

/** The checked options of a client. */
export interface Settings {
  readonly credential: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly fetch: FetchLike
}

const TIMEOUT_MS = 30_000
/** The longest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname)

const refuse = (message: string): never => {
  throw new ConfigurationError(message)
}

const urlOf = (baseUrl: unknown): URL => {
  try {
    return new URL(String(baseUrl))
  } catch {
    return refuse('baseUrl is no address.')
  }
}

const isAllowed = ({ protocol, hostname }: URL, allowPlainHttp: boolean): boolean =>
  protocol === 'https:' || (protocol === 'http:' && (allowPlainHttp || isLoopback(hostname)))

const checkedUrl = (baseUrl: string | URL, allowPlainHttp: boolean): string => {
  const url = urlOf(baseUrl)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    refuse('baseUrl may have no user, query or fragment.')
  if (!isAllowed(url, allowPlainHttp))
    refuse(
      'baseUrl must start with https://. With http:// it must lead to this machine, or set allowPlainHttp.',
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

const checkedCredential = (credential: unknown): string => {
  if (typeof credential !== 'string') return refuse('credential is missing.')
  const fault = credentialFault(credential)
  return fault === undefined ? credential : refuse(fault)
}

/** Checks a time in milliseconds from a caller. */
export const checkedMs = (name: string, ms: number | undefined, usual: number): number => {
  if (ms === undefined) return usual
  return ms > 0 && ms <= LONGEST_MS ? ms : refuse(`${name} must be 1 to ${LONGEST_MS} ms.`)
}

const isBrowser = (): boolean => 'document' in globalThis && 'window' in globalThis

/** Checks all options before any request. */
export const settingsOf = (options: PostriderOptions): Settings => {
  const { maxRetries = Infinity, fetch = globalThis.fetch } = options
  const credential = checkedCredential(options.credential)
  if (isBrowser() && options.dangerouslyAllowBrowser !== true)
    refuse('A browser shows the credential to everybody: call from a server.')
  if (maxRetries !== Infinity && !(Number.isSafeInteger(maxRetries) && maxRetries >= 0))
    refuse('maxRetries must be a whole number of 0 or more, or Infinity.')
  if (typeof fetch !== 'function') refuse('fetch is missing.')
  return {
    credential,
    baseUrl: checkedUrl(options.baseUrl, options.allowPlainHttp === true),
    timeoutMs: checkedMs('timeoutMs', options.timeoutMs, TIMEOUT_MS),
    maxRetries,
    // The platform's `fetch` must be called without a receiver.
    fetch: (url, init) => fetch(url, init),
  }
}
