import type { FetchLike } from './fetch-like.js'
import { credentialFault } from './credential.js'
import { ConfigurationError } from './errors/unanswered-errors.js'

/** How a client is made. */
export interface PostriderOptions {
  /** A server credential: `pr_test_…` or `pr_production_…`. */
  readonly credential: string
  /** Where the service is: `https://postrider.example.com`. Without TLS on this machine alone. */
  readonly baseUrl: string | URL
  /** How long a call may take in all, tries and pauses; 30 s by default. */
  readonly timeoutMs?: number
  /** How often a call is tried again at most; 4 by default. */
  readonly maxRetries?: number
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
const RETRIES = 4
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

const checkedUrl = (baseUrl: string | URL): string => {
  const url = urlOf(baseUrl)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    refuse('baseUrl may have no user, query or fragment.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    refuse('baseUrl must begin with https://, or lead to this machine.')
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
  const { maxRetries = RETRIES, fetch = globalThis.fetch } = options
  const credential = checkedCredential(options.credential)
  if (isBrowser() && options.dangerouslyAllowBrowser !== true)
    refuse('A browser shows the credential to everybody: call from a server.')
  if (!Number.isSafeInteger(maxRetries) || maxRetries < 0) refuse('maxRetries must be 0 or more.')
  if (typeof fetch !== 'function') refuse('fetch is missing.')
  return {
    credential,
    baseUrl: checkedUrl(options.baseUrl),
    timeoutMs: checkedMs('timeoutMs', options.timeoutMs, TIMEOUT_MS),
    maxRetries,
    // The platform's own wants to be called by nobody.
    fetch: (url, init) => fetch(url, init),
  }
}
