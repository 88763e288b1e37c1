import type { FetchLike } from './fetch-like.js'
import { credentialFault } from './credential.js'
import { ConfigurationError } from './errors/unanswered-errors.js'

/** How a client is made. */
export interface PostriderOptions {
  /** A server credential: `pr_test_…` or `pr_production_…`. */
  readonly credential: string
  /** The address of the service, without `/v1`: `https://postrider.example.com`. Without TLS only on this machine. */
  readonly baseUrl: string | URL
  /** How long a call may take in milliseconds, with all tries and pauses; 30,000 by default. */
  readonly timeoutMs?: number
  /** How often a call is tried again at most; by default as often as `timeoutMs` allows. */
  readonly maxRetries?: number
  /**
   * Allows `http://` to other machines. The credential then travels in clear, so use it only in private networks, for example that of
   * a `compose.yaml`.
   */
  readonly allowPlainHttp?: boolean
  /** What asks; `globalThis.fetch` by default. */
  readonly fetch?: FetchLike
  /** Whoever reads a page can read the credential in it: only where that is meant. */
  readonly dangerouslyAllowBrowser?: boolean
}

/** What a client goes by, checked. */
export interface Settings {
  readonly credential: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly fetch: FetchLike
}

const TIMEOUT_MS = 30_000
/** What a timer can count. */
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

/** A time in milliseconds, from a caller. */
export const checkedMs = (name: string, ms: number | undefined, usual: number): number => {
  if (ms === undefined) return usual
  return ms > 0 && ms <= LONGEST_MS ? ms : refuse(`${name} must be 1 to ${LONGEST_MS} ms.`)
}

const isBrowser = (): boolean => 'document' in globalThis && 'window' in globalThis

/** Checks everything before anything is asked. */
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
    // The platform's own wants to be called by nobody.
    fetch: (url, init) => fetch(url, init),
  }
}
